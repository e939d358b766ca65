package dev.mandate.ports.refusal;

import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;

/** What an account's rules refuse, as failures of a request. Complete: a new refusal does not compile until it has words here. */
public final class RuleFailures {

    private RuleFailures() {}

    /** A refusal by the rules. */
    public static Failure of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.AccountExists exists ->
                Failure.of(ErrorCode.ACCOUNT_EXISTS, "The account is there already.");
            case Refusal.NoAccount none -> Failure.of(ErrorCode.UNKNOWN_ACCOUNT, "There is no such account.");
            case Refusal.BadAccount(var problems) -> SettingsFailures.of(problems);
            case Refusal.NotAllowed(SignerRefusal why) -> of(why);
            case Refusal.SettingsStay(SettingsRefusal why) -> of(why);
            case Refusal.ProposalStays(long index, ProposalRefusal why) -> ProposalFailures.of(index, why);
            case Refusal.NotSpent(SpendingRefusal why) -> SpendingFailures.of(why);
            case Refusal.NoTransaction(long index) ->
                unknownTransaction(index, "Transaction %s was never recorded, or is closed.".formatted(index));
            case Refusal.NoProposal(long index) ->
                Failure.of(ErrorCode.NOT_PROPOSED, "Nobody has made a proposal to transaction %s.".formatted(index))
                        .fact("transaction_index", index);
            case Refusal.ProposalExists(long index) ->
                Failure.of(ErrorCode.PROPOSAL_EXISTS, "Transaction %s has a proposal already.".formatted(index))
                        .fact("transaction_index", index);
            case Refusal.IndexAhead(long index, long newest) ->
                unknownTransaction(index, "There is no transaction %s: %s.".formatted(index, newest(newest)))
                        .fact("newest_transaction_index", newest);
            case Refusal.NotClosable(long index, long stale) ->
                Failure.of(
                                ErrorCode.NOT_CLOSABLE,
                                "Transaction %s has no proposal, and can be closed only once it is stale.".formatted(index))
                        .fact("transaction_index", index)
                        .fact("stale_transaction_index", stale);
            case Refusal.NoRentCollector none ->
                Failure.of(
                                ErrorCode.NO_RENT_COLLECTOR,
                                "The account has no rent collector, so nobody can get the rent back.")
                        .remedy("Set a rent collector first.");
            case Refusal.WrongRentCollector(Address asked, Address collector) ->
                Failure.of(
                                ErrorCode.WRONG_RENT_COLLECTOR,
                                "Rent goes to the account's rent collector %s, not to %s.".formatted(collector, asked))
                        .fact("asked", asked)
                        .fact("rent_collector", collector);
            case Refusal.LimitExists(Address limit) ->
                Failure.of(ErrorCode.LIMIT_EXISTS, "There is a spending limit at %s already.".formatted(limit))
                        .fact("spending_limit_address", limit);
            case Refusal.NoLimit(Address limit) ->
                Failure.of(ErrorCode.UNKNOWN_LIMIT, "The account has no spending limit at %s.".formatted(limit))
                        .fact("spending_limit_address", limit);
        };
    }

    /** A refusal to change settings. */
    public static Failure of(SettingsRefusal refusal) {
        return SettingsFailures.of(refusal);
    }

    /** A refusal of somebody who has to sign. */
    public static Failure of(SignerRefusal refusal) {
        return switch (refusal) {
            case SignerRefusal.NotASigner(Address address) ->
                Failure.at(
                                "transaction_signers",
                                ErrorCode.NOT_A_SIGNER,
                                "%s is no signer of the account.".formatted(address))
                        .fact("address", address);
            case SignerRefusal.PermissionMissing(var signer, var oneOf) ->
                Failure.at(
                                "transaction_signers",
                                ErrorCode.PERMISSION_MISSING,
                                "%s does not hold %s.".formatted(signer.address(), Words.either(oneOf)))
                        .fact("address", signer.address())
                        .fact("permissions", Words.list(signer.permissions().toArray()))
                        .fact("one_of", Words.list(oneOf));
        };
    }

    /** What no rule forbids, and would be a mistake. */
    public static Failure of(Warning caution) {
        return switch (caution) {
            case Warning.WouldOrphan(long index) ->
                Failure.of(
                                ErrorCode.WOULD_ORPHAN,
                                "The content of transaction %s is gone: it could be approved and never executed."
                                        .formatted(index))
                        .fact("transaction_index", index)
                        .remedy("Propose the transaction again.");
            case Warning.WouldNeverExecute(Refusal why) -> inVain(of(why));
            case Warning.ContentOpaque(long index, String why) ->
                Failure.of(
                                ErrorCode.CONTENT_OPAQUE,
                                "Nobody can be shown what transaction %s does: %s.".formatted(index, why))
                        .fact("transaction_index", index)
                        .fact("reason", why)
                        .remedy("Reject it, or cancel it if it is approved.");
            case Warning.SpendsNothing nothing ->
                Failure.at("amount", ErrorCode.AMOUNT_ZERO, "Nothing would be spent.");
            case Warning.AmbiguousRemoval(Address signer) ->
                Failure.at(
                                "smart_account_signers",
                                ErrorCode.AMBIGUOUS_REMOVAL,
                                "One change would add and remove %s.".formatted(signer))
                        .fact("signer", signer)
                        .remedy("Make two changes of it.");
        };
    }

    private static Failure inVain(Failure why) {
        Failure vain = Failure.of(
                        ErrorCode.WOULD_NEVER_EXECUTE,
                        "It could be approved, and its execution would be refused: " + why.message())
                .fact("refusal", why.code().word())
                .with(why.problems());
        Failure withFacts = why.facts().foldLeft(vain, (told, fact) -> told.fact(fact._1, fact._2));
        return why.remedy().map(withFacts::remedy).getOrElse(withFacts);
    }

    static Failure unknownTransaction(long index, String message) {
        return Failure.of(ErrorCode.UNKNOWN_TRANSACTION, message).fact("transaction_index", index);
    }

    private static String newest(long index) {
        return index == 0 ? "the account has none yet" : "the newest is " + index;
    }
}
