package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Fact.index;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.enginelimit.ClockReading;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.TokenObstacle;
import dev.mandate.ports.api.refusal.Remedy.Act;
import dev.mandate.ports.api.refusal.Remedy.Form;
import dev.mandate.ports.api.refusal.Remedy.NameAnother;
import dev.mandate.ports.api.refusal.Remedy.RepeatWith;
import dev.mandate.ports.api.refusal.Remedy.SignMore;
import dev.mandate.ports.api.refusal.Remedy.Wanted;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** The table of refusals to build or read: code, subject, message, facts and remedy of each. A node's own text is never part of them. */
public final class BuildFailures {

    /** Seconds to wait before a chain that did not answer is asked again. */
    private static final long CHAIN_RETRY_SECONDS = 2;

    private BuildFailures() {}

    public static Failure of(BuildRefusal refusal) {
        return switch (refusal) {
            case BuildRefusal.Several(var all) -> Failure.all(all.map(BuildFailures::of));
            case BuildRefusal.Reviewed(var finding) -> ReviewFailures.built(finding);
            case BuildRefusal.ChainSilent(ChainFault fault) -> of(fault);
            case BuildRefusal.ClocksDisagree(ClockReading clocks) -> Failure.of(
                            CLOCKS_DISAGREE,
                            "The chain's clock shows %s, and the server's %s. While they are more than 5 minutes apart, this limit is not used.",
                            fact("chain_time", farthest(clocks)), fact("server_time", clocks.server()))
                    .retryAfter(CHAIN_RETRY_SECONDS);
            case BuildRefusal.AccountFrozen(Address account, var since, String why) -> Failure.of(
                    ACCOUNT_FROZEN, "The operator has frozen %s since %s (%s). Nothing is built, signed or sent for it.",
                    fact("smart_account_address", account), fact("frozen_at", since), fact("why", why));
            case BuildRefusal.UnknownAccount(Address account) -> unknownAccount(account);
            case BuildRefusal.NotOnChain(Address address) ->
                Failure.of(NOT_ON_CHAIN, "There is no such account at %s on this network.", fact("address", address));
            case BuildRefusal.AccountExists(Address account) ->
                Failure.of(ACCOUNT_EXISTS, "The account %s already exists.", fact("smart_account_address", account));
            case BuildRefusal.UnexpectedAccount(Address address, LayoutProblem problem) -> unexpected(address, problem);
            case BuildRefusal.Forbidden(Refusal why) -> RuleFailures.of(why);
            case BuildRefusal.Unwise(Warning warning) -> RuleFailures.of(warning);
            case BuildRefusal.SignersInsufficient(var problems) -> Failure.all(problems.map(RuleFailures::of));
            case BuildRefusal.NoVault none ->
                Failure.of(NOT_OFFERED, "This takes a key of the engine, and it holds none: no vault is configured.");
            case BuildRefusal.NoOperator none ->
                Failure.of(NOT_OFFERED, "No operator pays for accounts here: none is configured.");
            case BuildRefusal.AdminNotOutside(Address admin) -> Failure.at(
                    AUTHORITY, ADMIN_NOT_OUTSIDE, "The admin %s is not outside the engine, and could not take the policy signer out for sure.",
                    fact("admin_address", admin))
                    .remedy(NameAnother.of(Wanted.KEY_KEPT_ELSEWHERE));
            case BuildRefusal.PolicySignerPresent(var signers) ->
                Failure.of(POLICY_SIGNER_PRESENT, "The account has a policy signer: %s.", fact("policy_signers", signers))
                        .remedy(new Remedy.DoFirst(Act.REMOVE_POLICY_SIGNER));
            case BuildRefusal.PolicySignerAbsent(Address account) -> Failure.of(POLICY_SIGNER_ABSENT, "The account has no policy signer.");
            case BuildRefusal.NoRoomForPolicySigner(int needed, int most) -> Failure.of(
                    TOO_MANY_SIGNERS, "With the votes of the engine the account would have %s signers, and at most %s are offered.",
                    fact("signers", needed), fact("limit", most));
            case BuildRefusal.LimitExpired(var expiration) ->
                Failure.at(EXPIRATION, EXPIRATION_PAST, "The limit would be over since %s.", fact("expiration", expiration));
            case BuildRefusal.TooManyUnlanded(var account, int most) -> account
                    .map(of -> Failure.of(
                            TOO_MANY_UNLANDED,
                            "%s limits and bound keys of %s are built and not on the chain yet, which is the limit. Submit them, or wait a day.",
                            fact("limit", most), fact("account", of)))
                    .getOrElse(() -> Failure.of(
                            TOO_MANY_UNLANDED,
                            "%s limits and bound keys are built and not on the chain yet, which is the limit. Submit them, or wait a day.",
                            fact("limit", most)))
                    .retryAfter(3_600);
            case BuildRefusal.VaultSilent(var fault) -> TenantFailures.vault(fault);
            case BuildRefusal.NoAdmin(Address account) -> RuleFailures.noAdmin().remedy(RepeatWith.of(Form.Plain.BY_SIGNERS));
            case BuildRefusal.AdminCannotSign(Address admin) -> Failure.at(
                    AUTHORITY, ADMIN_CANNOT_SIGN, "The admin %s is a smart account or another program's address, and cannot sign.",
                    fact("admin_address", admin))
                    .remedy(new Remedy.PrepareFor(admin));
            case BuildRefusal.AdminCannotBeAdded(Address account) ->
                Failure.at(ADMIN_ADDRESS, ADMIN_CANNOT_BE_ADDED, "The account has no admin, and can never get one.");
            case BuildRefusal.LeaversHoldLimits(var limits) -> leavers(limits);
            case BuildRefusal.MustBeTwoChanges two ->
                Failure.of(MUST_BE_TWO_CHANGES, "The program cannot remove a limit and add signers or another limit in one change.")
                        .remedy(new Remedy.DoFirst(Act.SPLIT_CHANGE));
            case BuildRefusal.UnknownTransaction(long index) ->
                Failure.of(UNKNOWN_TRANSACTION, "The account has no transaction %s.", index(index));
            case BuildRefusal.UnknownCursor unknown ->
                Failure.at(CURSOR, BAD_CURSOR, "The chain does not know the place that this cursor points to.")
                        .remedy(RepeatWith.of(Form.Plain.WITHOUT_CURSOR));
            case BuildRefusal.BadTransaction(String detail) -> badTransaction(detail);
            case BuildRefusal.NothingToPrepare nothing -> Failure.at(
                    TRANSACTION, NOTHING_TO_PREPARE, "The transaction has no instructions.");
            case BuildRefusal.InstructionUnreadable(int index, String why) ->
                Failure.at(TRANSACTION, INSTRUCTION_UNREADABLE, "Instruction %s calls the smart account program and cannot be read: %s.",
                        fact("instruction", index), fact("reason", why));
            case BuildRefusal.NoKeyFor(Address address) -> noKey(REQUEST, address);
            case BuildRefusal.KeylessInside(Address signer) -> noKey(TRANSACTION, signer);
            case BuildRefusal.WritesOwnProposal(Address proposal) ->
                Failure.at(TRANSACTION, WRITES_OWN_PROPOSAL, "The transaction writes to %s, the proposal that would execute it.",
                        fact("proposal", proposal));
            case BuildRefusal.AccountDoesNotSign(Address account) ->
                Failure.at(TRANSACTION, ACCOUNT_DOES_NOT_SIGN, "%s signs nowhere in the transaction.",
                        fact("smart_account_address", account))
                        .remedy(new NameAnother(Wanted.SMART_ACCOUNT, Array.of(account)));
            case BuildRefusal.InstructionsTooLong(int bytes, int limit) ->
                Failure.at(TRANSACTION, INSTRUCTIONS_TOO_LONG, "The instructions are %s bytes, and must be under %s.",
                        fact("bytes", bytes), fact("limit", limit))
                        .remedy(new Remedy.AskLess(Option.none()));
            case BuildRefusal.DoesNotFit(int bytes, int limit, var fits) -> doesNotFit(bytes, limit, fits);
            case BuildRefusal.NonceCarriesOne(Address nonce) ->
                Failure.at(NONCE_ACCOUNT, NONCE_CARRIES_ONE, "The request needs several transactions, and a durable nonce carries one.",
                        fact("nonce_account", nonce))
                        .remedy(RepeatWith.of(Form.Plain.WITHOUT_NONCE));
            case BuildRefusal.NonceInside(int instruction, Address nonce) -> nonceAdvanced(instruction, nonce);
            case BuildRefusal.TableMissing(Address table) ->
                Failure.at(TRANSACTION, TABLE_MISSING, "There is no lookup table at %s on this network.", fact("table", table))
                        .remedy(new Remedy.BuildAgain());
            case BuildRefusal.TableDeactivated(Address table) ->
                Failure.of(TABLE_DEACTIVATED, "The lookup table %s was deactivated: a transaction that uses it could soon not be executed.",
                        fact("table", table));
            case BuildRefusal.TokensCannotMove(Address account, var why) -> tokens(account, why);
            case BuildRefusal.TooManyAccounts(int accounts, int limit) ->
                Failure.of(TOO_MANY_ACCOUNTS, "The transaction would name %s accounts; at most %s are possible.",
                        fact("accounts", accounts), fact("limit", limit))
                        .remedy(new Remedy.AskLess(Option.none()));
            case BuildRefusal.TooManySigners(int signers, int limit) ->
                Failure.of(DOES_NOT_FIT, "The transaction would have %s signers and cannot be divided; at most %s are possible.",
                        fact("signers", signers), fact("limit", limit))
                        .remedy(new Remedy.AskLess(Option.none()));
            case BuildRefusal.TooManyInstructions(int instructions, int limit) ->
                Failure.of(DOES_NOT_FIT, "The transaction would have %s instructions and cannot be divided; at most %s are possible.",
                        fact("instructions", instructions), fact("limit", limit))
                        .remedy(new Remedy.AskLess(Option.none()));
            case BuildRefusal.TooManyAccountsToExecute(int accounts, int bytes, int limit) -> Failure.of(
                    TOO_MANY_ACCOUNTS, "The execution names %s accounts. Even with a lookup table they take %s bytes; at most %s fit.",
                    fact("accounts", accounts), fact("bytes", bytes), fact("limit", limit))
                    .remedy(new Remedy.AskLess(Option.none()));
            case BuildRefusal.BuffersExhausted(Address creator, int buffers) ->
                Failure.of(TOO_MANY_BUFFERS, "%s has opened %s buffers for large transactions, and cannot open another.",
                        fact("signer", creator), fact("limit", buffers))
                        .remedy(NameAnother.of(Wanted.SIGNER_OF_ACCOUNT));
            case BuildRefusal.NotCompilable(String detail) ->
                Failure.of(NOT_COMPILABLE, "The request cannot be written as a transaction: %s.", detail);
            case BuildRefusal.PayerCannotSign(Address payer) ->
                Failure.at(FEE_PAYER, PAYER_CANNOT_PAY, "%s has no key that could sign, as a smart account has none, and so cannot pay fees.",
                        fact("payer_address", payer))
                        .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case BuildRefusal.PolicyVeto(Array<PolicyReason> reasons) -> Failure.all(reasons.map(reason -> Failure.of(
                    POLICY_VETO, "Rule %s forbids it: %s.", fact("rule", reason.rule()), fact("reason", reason.detail()))));
            case BuildRefusal.NobodyPays nobody ->
                Failure.at(TRANSACTION_SIGNERS, NOBODY_SIGNS, "No signer is named who could sign and pay.")
                        .remedy(NameAnother.of(Wanted.SIGNER_OF_ACCOUNT));
            case BuildRefusal.NobodyVotes nobody -> Failure.at(TRANSACTION_SIGNERS, NOBODY_SIGNS, "No signer is named who could vote.")
                    .remedy(SignMore.holding(1, Permission.CAN_VOTE));
            case BuildRefusal.NotCovered(Address account, var balance, var amount) ->
                Failure.at(AMOUNT, NOT_COVERED, "%s holds %s, but %s are asked for.",
                        fact("account", account), fact("balance", balance), fact("asked", amount))
                        .remedy(new Remedy.Fund(account, amount.minus(balance)));
            case BuildRefusal.BelowRentMinimum(Address account, var after, var minimum) ->
                Failure.at(AMOUNT, BELOW_RENT_MINIMUM, "%s would be left with %s lamports, and needs %s or none at all.",
                        fact("account", account), fact("left", after), fact("minimum", minimum))
                        .remedy(new Remedy.Fund(account, minimum.minus(after)));
        };
    }

    /**
     * A refusal to build {@code request}. A change that could never be executed is refused with the reason itself, a vote on such a change
     * with {@link ErrorCode#WOULD_NEVER_EXECUTE}.
     */
    public static Failure of(BuildRequest request, BuildRefusal refusal) {
        return Failure.all(refusal.each().map(one -> ofOne(request, one)));
    }

    private static Failure ofOne(BuildRequest request, BuildRefusal refusal) {
        boolean isVote = request instanceof BuildRequest.CastVotes;
        if (!isVote && refusal instanceof BuildRefusal.Unwise(Warning.WouldNeverExecute(Refusal why))) {
            return RuleFailures.of(why);
        }
        if (refusal instanceof BuildRefusal.LeaversHoldLimits && !choosesLimits(request)) {
            return of(refusal).remedy(new Remedy.DoFirst(Act.REMOVE_LIMITS));
        }
        Option<Address> nonce = request.options().nonceAccount();
        boolean isOfNonce = (refusal instanceof BuildRefusal.NotOnChain(Address absent) && nonce.contains(absent))
                || (refusal instanceof BuildRefusal.UnexpectedAccount(Address other, var problem) && nonce.contains(other));
        return isOfNonce ? of(refusal).about(NONCE_ACCOUNT) : of(refusal);
    }

    /** Whether the request says what becomes of the limits of signers who leave. A prepared transaction says it by its instructions. */
    private static boolean choosesLimits(BuildRequest request) {
        return request instanceof BuildRequest.ChangeSettings
                || request instanceof BuildRequest.HandOverAdmin
                || (request instanceof BuildRequest.Propose propose && propose.content() instanceof Proposable.Settings);
    }

    public static Failure of(ChainFault fault) {
        return switch (fault) {
            case ChainFault.Unreachable unreachable ->
                Failure.of(CHAIN_UNREACHABLE, "No node of the chain answers.").retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.Behind behind ->
                Failure.of(CHAIN_UNREACHABLE, "The chain's nodes are behind.").retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.WrongNetwork wrong ->
                Failure.of(CHAIN_UNREACHABLE, "The configured nodes belong to another network.").retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.RateLimited limited ->
                Failure.of(CHAIN_BUSY, "The chain's node asks for fewer calls.").retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.BadAnswer bad -> Failure.of(CHAIN_BAD_ANSWER, "The chain's node gave an answer that makes no sense.");
            case ChainFault.NodesDisagree differ ->
                Failure.of(NODES_DISAGREE, "The chain's nodes tell different things. Nothing was signed.").retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.NodesMissing(int needed, int answered) ->
                Failure.of(NODES_MISSING, "%s of the chain's nodes have to agree, and %s answered. Nothing was signed.",
                        fact("needed", needed), fact("answered", answered)).retryAfter(CHAIN_RETRY_SECONDS);
            case ChainFault.BudgetExceeded(int budget) -> Failure.of(
                    NODE_CALL_BUDGET_EXCEEDED, "The request needs more than the %s calls to nodes that one request may make.", fact("budget", budget));
        };
    }

    /** An account that does not exist, or belongs to another tenant. The text is the same, so that the answer does not tell which. */
    private static Failure unknownAccount(Address account) {
        return Failure.of(UNKNOWN_ACCOUNT, "You have no account at %s on this network.", fact("smart_account_address", account))
                .remedy(new Remedy.RegisterAccount(account));
    }

    static Failure badTransaction(String detail) {
        return Failure.at(TRANSACTION, BAD_TRANSACTION, "The bytes are not a well-formed transaction: %s.", detail);
    }

    private static Failure noKey(Subject subject, Address address) {
        return Failure.at(subject, NO_KEY_FOR, "%s would have to sign, and has no key.", fact("address", address))
                .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
    }

    static Failure nonceAdvanced(int instruction, Address nonce) {
        return Failure.at(TRANSACTION, NONCE_NOT_ALLOWED, "Instruction %s advances the durable nonce %s, which is not allowed.",
                fact("instruction", instruction), fact("nonce_account", nonce))
                .remedy(new Remedy.DoFirst(Act.LEAVE_OUT_INSTRUCTION));
    }

    private static UnixTime farthest(ClockReading clocks) {
        return clocks.expiry().equals(clocks.server()) ? clocks.chain().earliest() : clocks.chain().latest();
    }

    private static Failure unexpected(Address address, LayoutProblem problem) {
        Failure failure = Failure.of(ACCOUNT_UNREADABLE, "The account at %s is not of the expected kind.", fact("address", address));
        return switch (problem) {
            case LayoutProblem.ForeignOwner(Address owner) -> failure.fact("owner", owner);
            case LayoutProblem.OfAnotherAccount(SettingsAddress settings) -> failure.fact("settings", settings);
            case LayoutProblem.UnknownKind(Bytes mark) -> failure.fact("kind", mark.toHex());
            case LayoutProblem.MissingEntry(Address table, int index, int entries) -> Failure.at(
                    TRANSACTION, TABLE_ENTRY_MISSING, "The lookup table %s has no entry %s: it has %s.",
                    fact("table", table), fact("index", index), fact("entries", entries))
                    .remedy(new Remedy.BuildAgain());
            case LayoutProblem.Unreadable unreadable -> failure;
        };
    }

    private static Failure leavers(Map<Address, Array<Address>> limits) {
        return Failure.all(limits.toArray().sortBy(entry -> entry._1).map(entry -> Failure.at(
                SIGNERS, SIGNER_HOLDS_LIMITS, "%s would leave, but could still spend from %s.",
                fact("signers", entry._1), fact("spending_limits", entry._2))))
                .fact("spending_limits", limits.values().flatMap(held -> held).distinct().sorted())
                .remedy(RepeatWith.of(Form.Plain.REVOKING_LIMITS, Form.Plain.KEEPING_LIMITS));
    }

    private static Failure doesNotFit(int bytes, int limit, Option<BuildRefusal.FitsList> fits) {
        String size = "The transaction would be %s bytes and cannot be divided; at most %s fit.";
        Fact taken = fact("bytes", bytes);
        Fact most = fact("limit", limit);
        return fits.map(list -> Failure.of(DOES_NOT_FIT, size + " Of the %s %s, %s fit.",
                taken, most, list.length(), RefusalText.word(list.kind()).replace('_', ' '), fact("fits", list.fits())))
                .getOrElse(() -> Failure.of(DOES_NOT_FIT, size, taken, most))
                .remedy(new Remedy.AskLess(Option.none()));
    }

    private static Failure tokens(Address account, TokenObstacle why) {
        String message =
                switch (why) {
                    case NON_TRANSFERABLE -> "%s is a token that cannot be transferred.";
                    case TRANSFER_HOOK -> "%s is a token that calls a program at each transfer, which a spending limit does not support.";
                    case PAUSED -> "%s is a token whose transfers are paused.";
                    case FROZEN -> "The token account %s is frozen.";
                    case STARTS_FROZEN -> "The token account %s does not exist yet, and would start frozen.";
                    case NEEDS_MEMO -> "The token account %s accepts only transfers with a memo, which a spending limit does not support.";
                };
        return Failure.of(TOKENS_CANNOT_MOVE, message, fact("account", account), fact("reason", RefusalText.word(why)));
    }
}
