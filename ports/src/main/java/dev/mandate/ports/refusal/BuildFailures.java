package dev.mandate.ports.refusal;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.program.LayoutProblem;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** What the engine does not build or read, as failures of a request. What a node said is for the operator and stays out. */
public final class BuildFailures {

    private static final String SIGNERS = "transaction_signers";
    private static final String TRANSACTION = "transaction";

    /** How long a client may wait before it asks a chain again that gave no answer. */
    private static final long CHAIN_RETRY_SECONDS = 2;

    private BuildFailures() {}

    /** What was not built, or not read. */
    public static Failure of(BuildRefusal refusal) {
        return switch (refusal) {
            case BuildRefusal.Several(var all) -> all.map(BuildFailures::of).reduce(Failure::and);
            case BuildRefusal.ChainSilent(ChainFault fault) -> of(fault);
            case BuildRefusal.UnknownAccount(Address account) -> unknownAccount(account);
            case BuildRefusal.NotOnChain(Address address) ->
                Failure.of(ErrorCode.NOT_ON_CHAIN, "There is nothing at %s on this network.".formatted(address))
                        .fact("address", address);
            case BuildRefusal.UnexpectedAccount(Address address, LayoutProblem problem) ->
                unexpected(address, problem);
            case BuildRefusal.Forbidden(Refusal why) -> RuleFailures.of(why);
            case BuildRefusal.Unwise(Warning caution) -> RuleFailures.of(caution);
            case BuildRefusal.SignersInsufficient(var problems) ->
                Finding.failure(problems.map(BuildFailures::of)).remedy(problems.map(BuildFailures::remedy).mkString(" "));
            case BuildRefusal.NoAdmin(Address account) ->
                Failure.at("admin", ErrorCode.NO_ADMIN, "The account has no admin; the threshold changes settings.")
                        .remedy("Repeat the call without admin=true.");
            case BuildRefusal.AdminCannotSign(Address admin) ->
                Failure.at(
                                "admin",
                                ErrorCode.ADMIN_CANNOT_SIGN,
                                "The admin %s is a program's address, such as a smart account, and signs no transaction itself."
                                        .formatted(admin))
                        .fact("admin_address", admin)
                        .remedy("If it is a smart account, prepare the change as a transaction of that account.");
            case BuildRefusal.AdminCannotBeAdded(Address account) ->
                Failure.at(
                        "admin_address",
                        ErrorCode.ADMIN_CANNOT_BE_ADDED,
                        "The account has no admin, and an account without one cannot get one.");
            case BuildRefusal.LeaversHoldLimits(var limits) -> leavers(limits);
            case BuildRefusal.MustBeTwoChanges two ->
                Failure.of(
                                ErrorCode.MUST_BE_TWO_CHANGES,
                                "The program cannot remove a limit and then make room in one change.")
                        .remedy("Remove the limit in a change of its own first.");
            case BuildRefusal.UnknownTransaction(long index) ->
                RuleFailures.unknownTransaction(
                        index, "The account has no transaction %s.".formatted(Long.toUnsignedString(index)));
            case BuildRefusal.UnknownCursor unknown ->
                Failure.at("cursor", ErrorCode.BAD_CURSOR, "The chain knows nothing of where this cursor points.")
                        .remedy("Begin the list anew, without a cursor.");
            case BuildRefusal.BadTransaction(String detail) -> badTransaction(detail);
            case BuildRefusal.NothingToPrepare nothing ->
                Failure.at(TRANSACTION, ErrorCode.NOTHING_TO_PREPARE, "The transaction has no instructions.");
            case BuildRefusal.InstructionUnreadable(int index, String why) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.INSTRUCTION_UNREADABLE,
                                "Instruction %s of the smart account program cannot be shown to those who vote: %s."
                                        .formatted(index, why))
                        .fact("instruction", index)
                        .fact("reason", why);
            case BuildRefusal.NoKeyFor(Address address) ->
                Failure.of(ErrorCode.NO_KEY_FOR, "Nobody holds a key for %s, which would have to sign.".formatted(address))
                        .fact("address", address);
            case BuildRefusal.KeylessAdmin(Address admin) ->
                Failure.at(
                                "admin_address",
                                ErrorCode.NO_KEY_FOR,
                                "Nobody holds a key for %s, and it is no account of yours: as admin it would lock the settings for good."
                                        .formatted(admin))
                        .fact("address", admin);
            case BuildRefusal.KeylessInside(Address signer) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.NO_KEY_FOR,
                                "Nobody holds a key for %s, which would have to sign.".formatted(signer))
                        .fact("address", signer);
            case BuildRefusal.AccountAsOwnSigner(Address own) ->
                Failure.at(
                                "smart_account_signers",
                                ErrorCode.ACCOUNT_AS_OWN_SIGNER,
                                "%s is the account's own address: it signs only what its signers have approved, and so cannot be one of them."
                                        .formatted(own))
                        .fact("address", own);
            case BuildRefusal.WritesOwnProposal(Address proposal) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.WRITES_OWN_PROPOSAL,
                                "The transaction writes to %s, the proposal that would execute it.".formatted(proposal))
                        .fact("proposal", proposal);
            case BuildRefusal.AccountDoesNotSign(Address account) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.ACCOUNT_DOES_NOT_SIGN,
                                "%s signs nowhere in the transaction.".formatted(account))
                        .fact("smart_account_address", account)
                        .remedy("Name the smart account address wherever the account shall sign.");
            case BuildRefusal.InstructionsTooLong(int bytes, int limit) ->
                tooLong(
                        Failure.at(
                                TRANSACTION,
                                ErrorCode.INSTRUCTIONS_TOO_LONG,
                                "The instructions are %s bytes, and must be under %s.".formatted(bytes, limit)),
                        bytes,
                        limit);
            case BuildRefusal.DoesNotFit(int bytes, int limit, Option<BuildRefusal.FitsList> fits) ->
                tooLong(doesNotFit(bytes, limit, fits), bytes, limit);
            case BuildRefusal.NonceCarriesOne(Address nonce) ->
                Failure.at(
                                "nonce_account",
                                ErrorCode.NONCE_CARRIES_ONE,
                                "It would be several transactions, and a durable nonce carries one.")
                        .fact("nonce_account", nonce)
                        .remedy("Leave nonce_account out: each of several transactions has to live by a recent blockhash.");
            case BuildRefusal.NonceNotAllowed(Address nonce) ->
                Failure.at(
                                "nonce_account",
                                ErrorCode.NONCE_NOT_ALLOWED,
                                "%s may not be used: durable nonces take a signed intent, which is not offered yet."
                                        .formatted(nonce))
                        .fact("nonce_account", nonce)
                        .remedy("Leave nonce_account out. People who sign apart use propose and approve.");
            case BuildRefusal.NonceInside(int instruction, Address nonce) ->
                SafeguardFailures.nonce(instruction, nonce);
            case BuildRefusal.PriorityFeeTooHigh(var fee, var limit) ->
                SafeguardFailures.priorityFee(fee, limit);
            case BuildRefusal.NeedsAcknowledgement(var warnings) -> SafeguardFailures.unacknowledged(warnings);
            case BuildRefusal.TableDeactivated(Address table) ->
                Failure.of(
                                ErrorCode.TABLE_DEACTIVATED,
                                "The lookup table %s was deactivated: what needs it could soon never be executed."
                                        .formatted(table))
                        .fact("table", table);
            case BuildRefusal.TokensCannotMove(Address account, var why) -> SafeguardFailures.tokens(account, why);
            case BuildRefusal.TooManyAccounts(int accounts, int limit) ->
                Failure.of(
                                ErrorCode.TOO_MANY_ACCOUNTS,
                                "It would name %s accounts at once; %s is the most.".formatted(accounts, limit))
                        .fact("accounts", accounts)
                        .fact("limit", limit);
            case BuildRefusal.TooManyAccountsToExecute(int accounts, int bytes, int limit) ->
                tooLong(
                        Failure.of(
                                        ErrorCode.TOO_MANY_ACCOUNTS,
                                        "Its execution names %s accounts, which take %s bytes even with a lookup table; %s is the most."
                                                .formatted(accounts, bytes, limit))
                                .fact("accounts", accounts),
                        bytes,
                        limit);
            case BuildRefusal.BuffersExhausted(Address creator, int buffers) ->
                Failure.of(
                                ErrorCode.TOO_MANY_BUFFERS,
                                "%s has opened %s buffers for large transactions, and can't open another."
                                        .formatted(creator, buffers))
                        .fact("signer", creator)
                        .fact("limit", buffers)
                        .remedy("Finish or close one of them, or let another signer propose.");
            case BuildRefusal.NotCompilable(String detail) ->
                Failure.of(ErrorCode.NOT_COMPILABLE, "It cannot be spelled as a transaction: %s.".formatted(detail));
            case BuildRefusal.PayerCannotSign(Address payer) ->
                Failure.at(
                                "fee_config.payer_address",
                                ErrorCode.PAYER_CANNOT_PAY,
                                "No key signs for %s, as for a smart account, and so it cannot pay fees.".formatted(payer))
                        .fact("payer_address", payer);
            case BuildRefusal.OperatorAsPayer(Address operator) ->
                Failure.at(
                                "fee_config.payer_address",
                                ErrorCode.PAYER_CANNOT_PAY,
                                "The operator's fee payer pays for accounts that the service makes, and for nothing else.")
                        .fact("payer_address", operator);
            case BuildRefusal.OperatorAsAdmin(Address operator) -> operator("admin_address", operator, "an admin");
            case BuildRefusal.OperatorAsSigner(Address operator) -> operator("smart_account_signers", operator, "a signer");
            case BuildRefusal.OperatorAsSpender(Address operator) ->
                operator("spending_limit_signers", operator, "the signer of a spending limit");
            case BuildRefusal.OperatorCannotSign(Address operator) ->
                Failure.of(
                                ErrorCode.FEE_PAYER_PROTECTED,
                                "%s is the operator's fee payer, which signs nothing but accounts that are made here, and would have to sign this."
                                        .formatted(operator))
                        .fact("fee_payer", operator)
                        .remedy("Leave it out of what signs.");
            case BuildRefusal.NobodyPays nobody ->
                Failure.at(SIGNERS, ErrorCode.NOBODY_SIGNS, "Nobody is named who could sign and pay.");
            case BuildRefusal.NobodyVotes nobody ->
                Failure.at(SIGNERS, ErrorCode.NOBODY_SIGNS, "Nobody is named who could vote.");
            case BuildRefusal.DestinationHoldsTokens(Address destination) ->
                Failure.at(
                                "destination",
                                ErrorCode.DESTINATION_HOLDS_TOKENS,
                                "%s is a token account or a mint, not somebody who receives.".formatted(destination))
                        .fact("destination", destination)
                        .remedy("Name the address that owns the token account.");
            case BuildRefusal.NotCovered(Address account, var balance, var amount) ->
                Failure.at(
                                "amount",
                                ErrorCode.NOT_COVERED,
                                "%s holds %s of the %s that are asked.".formatted(account, balance, amount))
                        .fact("account", account)
                        .fact("balance", balance)
                        .fact("asked", amount);
            case BuildRefusal.BelowRentMinimum(Address account, var after, var minimum) ->
                Failure.at(
                                "amount",
                                ErrorCode.BELOW_RENT_MINIMUM,
                                "%s would be left with %s lamports, and needs %s or none at all."
                                        .formatted(account, after, minimum))
                        .fact("account", account)
                        .fact("left", after)
                        .fact("minimum", minimum);
        };
    }

    /**
     * What was not built of {@code request}. Whoever asks for a change is told what is wrong with it, and not that the votes for it would
     * be in vain: that is for those who vote on somebody else's.
     */
    public static Failure of(BuildRequest request, BuildRefusal refusal) {
        return refusal.each().map(one -> ofOne(request, one)).reduce(Failure::and);
    }

    private static Failure ofOne(BuildRequest request, BuildRefusal refusal) {
        Failure failure = !(request instanceof BuildRequest.CastVotes)
                        && refusal instanceof BuildRefusal.Unwise(Warning.WouldNeverExecute(Refusal why))
                ? RuleFailures.of(why)
                : of(refusal);
        return isAbout(refusal, request.options().nonceAccount()) ? failure.about("nonce_account") : failure;
    }

    private static boolean isAbout(BuildRefusal refusal, Option<Address> nonceAccount) {
        return (refusal instanceof BuildRefusal.NotOnChain(Address absent) && nonceAccount.contains(absent))
                || (refusal instanceof BuildRefusal.UnexpectedAccount(Address strange, LayoutProblem problem)
                        && nonceAccount.contains(strange));
    }

    /** The chain gave no answer. */
    public static Failure of(ChainFault fault) {
        return switch (fault) {
            case ChainFault.Unreachable unreachable ->
                Failure.of(ErrorCode.CHAIN_UNREACHABLE, "No node of the chain answers.")
                        .retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.RateLimited limited ->
                Failure.of(ErrorCode.CHAIN_BUSY, "The chain's node asks for fewer calls.")
                        .retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.BadAnswer bad ->
                Failure.of(ErrorCode.CHAIN_BAD_ANSWER, "The chain's node answered something that makes no sense.");
        };
    }

    /** No such account here: nobody's, or another tenant's. The words are the same, so that nobody learns which. */
    public static Failure unknownAccount(Address account) {
        return Failure.of(
                        ErrorCode.UNKNOWN_ACCOUNT, "No account of yours is at %s on this network.".formatted(account))
                .fact("smart_account_address", account)
                .remedy("An account that is on the chain can be imported.");
    }

    static Failure badTransaction(String detail) {
        return Failure.at(
                TRANSACTION, ErrorCode.BAD_TRANSACTION, "The bytes are no well-formed transaction: %s.".formatted(detail));
    }

    private static Failure operator(String field, Address operator, String role) {
        return Failure.at(
                        field,
                        ErrorCode.FEE_PAYER_PROTECTED,
                        "%s is the operator's fee payer, which signs nothing but accounts that are made here, and so cannot be %s."
                                .formatted(operator, role))
                .fact("fee_payer", operator)
                .remedy("Name somebody who has a key and will sign.");
    }

    private static Failure unexpected(Address address, LayoutProblem problem) {
        Failure failure = Failure.of(
                        ErrorCode.ACCOUNT_UNREADABLE,
                        "What is at %s is not what was expected there.".formatted(address))
                .fact("address", address);
        return switch (problem) {
            case LayoutProblem.ForeignOwner(Address owner) -> failure.fact("owner", owner);
            case LayoutProblem.Unreadable unreadable -> failure;
        };
    }

    private static Finding of(RoleProblem problem) {
        return switch (problem) {
            case RoleProblem.NotSigners(Array<Address> strangers) ->
                Finding.of(SIGNERS, ErrorCode.NOT_A_SIGNER, Words.areNot(strangers, "signer") + " of the account.")
                        .fact("strangers", Words.list(strangers));
            case RoleProblem.NobodyProposes nobody -> nobodyHolds(Permission.CAN_INITIATE);
            case RoleProblem.TooFewVoters(int voters, Threshold threshold) ->
                Finding.of(
                                SIGNERS,
                                ErrorCode.SIGNERS_INSUFFICIENT,
                                "%s of them can vote, and the threshold is %s.".formatted(voters, threshold.value()))
                        .fact("voters", voters)
                        .fact("threshold", threshold.value());
            case RoleProblem.NobodyExecutes nobody -> nobodyHolds(Permission.CAN_EXECUTE);
        };
    }

    private static String remedy(RoleProblem problem) {
        return switch (problem) {
            case RoleProblem.NotSigners strangers -> "Name none but signers of the account.";
            case RoleProblem.NobodyProposes nobody -> "Name a signer who holds CAN_INITIATE.";
            case RoleProblem.TooFewVoters(int voters, Threshold threshold) ->
                "Name %s more who hold CAN_VOTE.".formatted(threshold.value() - voters);
            case RoleProblem.NobodyExecutes nobody -> "Name a signer who holds CAN_EXECUTE.";
        };
    }

    private static Finding nobodyHolds(Permission permission) {
        return Finding.of(
                        SIGNERS,
                        ErrorCode.SIGNERS_INSUFFICIENT,
                        "None of the transaction's signers holds %s.".formatted(permission))
                .fact("missing", permission);
    }

    private static Failure leavers(Map<Address, Array<Address>> limits) {
        Array<Address> leavers = limits.keySet().toArray().sorted();
        Array<Problem> problems = leavers.map(leaver -> new Problem(
                "smart_account_signers",
                ErrorCode.SIGNER_HOLDS_LIMITS,
                "%s would leave, and may go on spending by %s."
                        .formatted(leaver, Words.list(limits.get(leaver).getOrElse(Array.empty())))));
        return Failure.of(problems)
                .fact("signers", Words.list(leavers))
                .fact("spending_limits", Words.list(limits.values().flatMap(held -> held).toArray().distinct().sorted()))
                .remedy("Repeat the call with revoke_limits=true to remove these limits in the same change, or with"
                        + " keep_limits=true to leave them as they are.");
    }

    private static Failure doesNotFit(int bytes, int limit, Option<BuildRefusal.FitsList> fits) {
        String size = "It would be a transaction of %s bytes, which can't be divided; %s is the most.".formatted(bytes, limit);
        return fits.map(list -> Failure.of(
                                ErrorCode.DOES_NOT_FIT,
                                "%s Of the %s %s %s fit.".formatted(size, list.length(), noun(list.kind()), list.fits()))
                        .fact("fits", list.fits()))
                .getOrElse(() -> Failure.of(ErrorCode.DOES_NOT_FIT, size))
                .remedy("Ask for less at once, and for the rest after that.");
    }

    private static String noun(BuildRefusal.FitsList.Kind kind) {
        return Words.word(kind).replace('_', ' ');
    }

    private static Failure tooLong(Failure failure, int bytes, int limit) {
        return failure.fact("bytes", bytes).fact("limit", limit);
    }
}
