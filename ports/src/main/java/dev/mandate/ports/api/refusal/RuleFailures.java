package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Fact.index;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.api.refusal.Remedy.Act;
import dev.mandate.ports.api.refusal.Remedy.NameAnother;
import dev.mandate.ports.api.refusal.Remedy.SignMore;
import dev.mandate.ports.api.refusal.Remedy.Wanted;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The table of refusals by an account's rules: code, subject, message, facts and remedy of each. */
public final class RuleFailures {


    private static final String ONE_STRANGER = "%s is not a signer of the account.";
    private static final String STRANGERS = "%s are not signers of the account.";

    private RuleFailures() {}

    public static Failure of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.AccountExists exists -> Failure.of(ACCOUNT_EXISTS, "The account already exists.");
            case Refusal.NoAccount none -> Failure.of(UNKNOWN_ACCOUNT, "The account does not exist.");
            case Refusal.BadAccount(var problems) -> Failure.all(problems.map(RuleFailures::of));
            case Refusal.NotAllowed(var why) -> of(why);
            case Refusal.SettingsRefused(var why) -> of(why);
            case Refusal.ProposalRefused(long index, var why) -> of(index, why);
            case Refusal.NotSpent(var why) -> of(why);
            case Refusal.NoTransaction(long index) ->
                Failure.of(UNKNOWN_TRANSACTION, "Transaction %s was never recorded, or is closed.", index(index));
            case Refusal.NoProposal(long index) -> Failure.of(NOT_PROPOSED, "Transaction %s has no proposal yet.", index(index));
            case Refusal.ProposalExists(long index) -> Failure.of(PROPOSAL_EXISTS, "Transaction %s already has a proposal.", index(index));
            case Refusal.IndexAhead(long index, long newest) -> 
                Failure.of(
                        UNKNOWN_TRANSACTION, "There is no transaction %s: %s.",
                        index(index),
                        fact("newest_transaction_index", newest).worded(newest == 0 ? "the account has none yet" : "the newest is " + newest));
            case Refusal.NotClosable(long index, long stale) ->
                Failure.of(NOT_CLOSABLE, "Transaction %s has no proposal, and can be closed only once it is stale.",
                        index(index), fact("stale_transaction_index", stale));
            case Refusal.NoRentCollector none ->
                Failure.of(NO_RENT_COLLECTOR, "The account has no rent collector, so the rent cannot be returned.")
                        .remedy(new Remedy.DoFirst(Act.SET_RENT_COLLECTOR));
            case Refusal.WrongRentCollector(Address asked, Address collector) ->
                Failure.of(WRONG_RENT_COLLECTOR, "Rent goes to the account's rent collector %s, not to %s.",
                        fact("rent_collector", collector), fact("asked", asked))
                        .remedy(new NameAnother(Wanted.RENT_COLLECTOR, Array.of(collector)));
            case Refusal.LimitExists(Address limit) ->
                Failure.of(LIMIT_EXISTS, "There is already a spending limit at %s.", fact("spending_limit_address", limit));
            case Refusal.NoLimit(Address limit) ->
                Failure.of(UNKNOWN_LIMIT, "The account has no spending limit at %s.", fact("spending_limit_address", limit));
        };
    }

    /** A transaction that no rule forbids and that would be a mistake. */
    public static Failure of(Warning warning) {
        return switch (warning) {
            case Warning.WouldOrphan(long index) ->
                Failure.of(WOULD_ORPHAN, "The content of transaction %s is gone: it could be approved but never executed.", index(index))
                        .remedy(new Remedy.Propose());
            case Warning.WouldNeverExecute(Refusal why) -> neverExecuted(of(why));
            case Warning.ContentOpaque(long index, String why) ->
                Failure.of(CONTENT_OPAQUE, "The effect of transaction %s cannot be read: %s.", index(index), fact("reason", why))
                        .remedy(new Remedy.TakeStep(Array.of(Step.REJECT, Step.CANCEL)));
            case Warning.SpendsNothing nothing -> Failure.at(AMOUNT, AMOUNT_ZERO, "The amount must be above 0.");
            case Warning.AmbiguousRemoval(Address signer) ->
                Failure.at(SIGNERS, AMBIGUOUS_REMOVAL, "One change would add and remove %s.", fact("signer", signer))
                        .remedy(new Remedy.DoFirst(Act.SPLIT_CHANGE));
        };
    }

    private static Failure neverExecuted(Failure why) {
        return why.with(why.problems().map(problem -> new Problem(
                        problem.subject(),
                        WOULD_NEVER_EXECUTE,
                        "It could be approved, but its execution would be refused: " + problem.message())))
                .fact("refusal", why.code().word())
                .remedy(why.remedy().orElse(Option.some(new Remedy.TakeStep(Array.of(Step.REJECT)))));
    }

    static Failure of(SignerRefusal refusal) {
        return switch (refusal) {
            case SignerRefusal.NotASigner(Address address) ->
                Failure.at(TRANSACTION_SIGNERS, NOT_A_SIGNER, ONE_STRANGER, fact("address", address))
                        .remedy(NameAnother.of(Wanted.SIGNER_OF_ACCOUNT));
            case SignerRefusal.PermissionMissing(var signer, var oneOf) -> Failure.at(
                    TRANSACTION_SIGNERS, PERMISSION_MISSING, "%s does not hold %s.",
                    fact("address", signer.address()), fact("one_of", oneOf).worded(oneOf.mkString(" or ")),
                    fact("permissions", signer.permissions().toArray()))
                    .remedy(SignMore.holding(1, oneOf.head()));
        };
    }

    static Failure of(RoleProblem problem) {
        return switch (problem) {
            case RoleProblem.NotSigners(var strangers) -> Failure.at(
                    TRANSACTION_SIGNERS, NOT_A_SIGNER, strangers.length() == 1 ? ONE_STRANGER : STRANGERS,
                    fact("strangers", strangers))
                    .remedy(NameAnother.of(Wanted.SIGNER_OF_ACCOUNT));
            case RoleProblem.NobodyProposes nobody -> noneHolds(Permission.CAN_INITIATE);
            case RoleProblem.TooFewVoters(int voters, var threshold) ->
                Failure.at(TRANSACTION_SIGNERS, SIGNERS_INSUFFICIENT, "%s of the transaction's signers can vote, but the threshold is %s.",
                        fact("voters", voters), fact("threshold", threshold))
                        .remedy(SignMore.holding(threshold.value() - voters, Permission.CAN_VOTE));
            case RoleProblem.NobodyExecutes nobody -> noneHolds(Permission.CAN_EXECUTE);
        };
    }

    private static Failure noneHolds(Permission permission) {
        return Failure.at(TRANSACTION_SIGNERS, SIGNERS_INSUFFICIENT, "None of the transaction's signers holds %s.",
                fact("missing", permission))
                .remedy(SignMore.holding(1, permission));
    }

    static Failure of(SettingsRefusal refusal) {
        return switch (refusal) {
            case SettingsRefusal.HeldByAdmin(Address admin) ->
                Failure.at(AUTHORITY, ADMIN_CONTROLS_SETTINGS, "The admin %s controls the settings; no vote changes them.",
                        fact("admin_address", admin))
                        .remedy(new Remedy.AskAdmin(admin));
            case SettingsRefusal.NothingToChange nothing ->
                Failure.of(NOTHING_TO_CHANGE, "The change would leave all settings as they are.");
            case SettingsRefusal.NotTheAdmin(Address by, AdminControl.None none) ->
                noAdmin().remedy(new Remedy.Propose());
            case SettingsRefusal.NotTheAdmin(Address by, AdminControl.HeldBy(Address admin)) ->
                Failure.at(TRANSACTION_SIGNERS, NOT_THE_ADMIN, "Only the admin %s may do this, not %s.",
                        fact("admin_address", admin), fact("asked", by))
                        .remedy(new Remedy.AskAdmin(admin));
            case SettingsRefusal.AlreadyASigner(Address signer) ->
                Failure.at(SIGNERS, ALREADY_A_SIGNER, "%s is already a signer.", fact("signer", signer));
            case SettingsRefusal.NoSuchSigner(Address signer) -> Failure.at(LEAVING_SIGNER, NO_SUCH_SIGNER, ONE_STRANGER, fact("signer", signer));
            case SettingsRefusal.LastSigner(Address signer) ->
                Failure.at(LEAVING_SIGNER, LAST_SIGNER, "%s is the only signer, and cannot be removed.", fact("signer", signer));
            case SettingsRefusal.Ungovernable(var problems) -> Failure.all(problems.map(RuleFailures::of));
        };
    }

    static Failure noAdmin() {
        return Failure.at(AUTHORITY, NO_ADMIN, "The account has no admin; its signers change the settings by vote.");
    }

    private static Failure of(SettingsProblem problem) {
        return switch (problem) {
            case SettingsProblem.TooManySigners(int signers, int limit) ->
                Failure.at(SIGNERS, TOO_MANY_SIGNERS, "There would be %s; an account has at most %s.",
                        fact("signers", signers).counted("signer"), fact("limit", limit));
            case SettingsProblem.DuplicateSigner(Address signer) -> duplicate(SIGNERS, signer);
            case SettingsProblem.UnknownPermission(Address signer, var permissions) ->
                Failure.at(SIGNERS, UNKNOWN_PERMISSION, "%s would have the unknown permission mask %s.",
                        fact("unknown_permissions_of", signer), permissions.mask());
            case SettingsProblem.NoProposer none ->
                Failure.at(SIGNERS, NO_PROPOSER, "Nobody could propose: at least one signer must hold CAN_INITIATE.");
            case SettingsProblem.NoExecutor none ->
                Failure.at(SIGNERS, NO_EXECUTOR, "Nobody could execute: at least one signer must hold CAN_EXECUTE.");
            case SettingsProblem.NoVoter none ->
                Failure.at(SIGNERS, NO_VOTER, "Nobody could vote: at least one signer must hold CAN_VOTE.");
            case SettingsProblem.ThresholdZero zero ->
                Failure.at(THRESHOLD, THRESHOLD_ZERO, "The threshold must be at least 1: a threshold of %s would approve everything.",
                        fact("threshold", 0));
            case SettingsProblem.ThresholdExceedsVoters(var threshold, int voters) ->
                Failure.at(THRESHOLD, THRESHOLD_EXCEEDS_VOTERS, "Threshold %s exceeds the %s that can vote.",
                        fact("threshold", threshold), fact("voters", voters).counted("signer"));
            case SettingsProblem.TimeLockTooLong(var timeLock, long limit) ->
                Failure.at(TIME_LOCK, TIME_LOCK_TOO_LONG, "A time lock of %s s exceeds the limit of %s s.",
                        fact("time_lock", timeLock), fact("limit_seconds", limit));
        };
    }

    private static Failure duplicate(Subject subject, Address signer) {
        return Failure.at(subject, DUPLICATE_SIGNER, "%s is named more than once.", fact("duplicates", signer));
    }

    private static Failure of(SpendingRefusal refusal) {
        return switch (refusal) {
            case SpendingRefusal.NotEntitled(Address by, var signers) ->
                Failure.at(LIMIT_SIGNER, NOT_ENTITLED, "%s is not a signer of this limit.",
                        fact("asked", by), fact("spending_limit_signers", signers))
                        .remedy(new NameAnother(Wanted.SIGNER_OF_LIMIT, Array.ofAll(signers)));
            case SpendingRefusal.DestinationNotAllowed(Address destination, var destinations) ->
                Failure.at(DESTINATION, DESTINATION_NOT_ALLOWED, "%s is not among the limit's destinations.",
                        fact("asked", destination), fact("destinations", destinations))
                        .remedy(new NameAnother(Wanted.DESTINATION, Array.ofAll(destinations)));
            case SpendingRefusal.Exceeded(var asked, var remaining, var wholeAgain) -> exceeded(asked, remaining, wholeAgain);
            case SpendingRefusal.BadTerms(var problems) -> Failure.all(problems.map(RuleFailures::of));
        };
    }

    private static Failure exceeded(BaseUnits asked, BaseUnits remaining, Option<UnixTime> wholeAgain) {
        Failure exceeded = Failure.at(AMOUNT, LIMIT_EXCEEDED, "%s exceeds the %s that remain of the limit.",
                fact("asked", asked), fact("remaining_amount", remaining));
        return wholeAgain.fold(
                () -> exceeded.remedy(new Remedy.AskLess(Option.some(remaining))),
                time -> exceeded.fact("whole_again_at", time).remedy(new Remedy.WaitUntil(time, Remedy.Clock.CHAIN)));
    }

    private static Failure of(LimitProblem problem) {
        return switch (problem) {
            case LimitProblem.AmountZero zero -> Failure.at(AMOUNT, AMOUNT_ZERO, "The amount of a limit must be above 0.");
            case LimitProblem.NoSigners none -> Failure.at(LIMIT_SIGNERS, NO_LIMIT_SIGNERS, "A limit must have at least one signer.");
            case LimitProblem.DuplicateSigner(Address signer) -> duplicate(LIMIT_SIGNERS, signer);
        };
    }

    private static Failure of(long index, ProposalRefusal refusal) {
        return switch (refusal) {
            case ProposalRefusal.WrongState(Step step, Proposal proposal) -> Failure.of(
                    TRANSACTION_STATE, "Transaction %s is %s and cannot be %s.",
                    index(index), fact("status", RefusalText.status(proposal)), fact("step", RefusalText.word(step)).worded(participle(step)),
                    fact("since", proposal.since()))
                    .remedy(steps(step, proposal).map(Remedy.TakeStep::new));
            case ProposalRefusal.Stale(long at, long staleIndex) ->
                Failure.of(TRANSACTION_STALE, "Settings have changed since transaction %s was proposed.",
                        index(index), fact("stale_transaction_index", staleIndex))
                        .remedy(new Remedy.Propose());
            case ProposalRefusal.AlreadyVoted(Address by, var vote) ->
                Failure.at(TRANSACTION_SIGNERS, ALREADY_VOTED, "%s has already given this vote on transaction %s: %s.",
                        fact("address", by), index(index), fact("vote", RefusalText.word(vote)));
            case ProposalRefusal.TimeLocked(var approvedAt, var timeLock, var releasesAt) ->
                Failure.of(TIME_LOCKED, "Transaction %s was approved at %s, and its time lock of %s s runs until %s.",
                        index(index), fact("approved_at", approvedAt), fact("time_lock", timeLock), fact("executable_at", releasesAt))
                        .remedy(new Remedy.WaitUntil(releasesAt, Remedy.Clock.CHAIN));
        };
    }

    private static String participle(Step step) {
        return switch (step) {
            case ACTIVATE -> "opened for votes";
            case APPROVE -> "approved";
            case REJECT -> "rejected";
            case CANCEL -> "cancelled";
            case EXECUTE -> "executed";
            case CLOSE -> "closed";
        };
    }

    /** The steps that a state which does not allow {@code step} does allow, and that lead on. */
    private static Option<Array<Step>> steps(Step step, Proposal proposal) {
        return switch (proposal) {
            case Proposal.Active active -> switch (step) {
                case EXECUTE -> Option.some(Array.of(Step.APPROVE));
                case CANCEL, CLOSE -> Option.some(Array.of(Step.REJECT));
                case ACTIVATE, APPROVE, REJECT -> Option.none();
            };
            case Proposal.Approved approved -> switch (step) {
                case REJECT -> Option.some(Array.of(Step.CANCEL));
                case CLOSE -> Option.some(Array.of(Step.EXECUTE, Step.CANCEL));
                case ACTIVATE, APPROVE, CANCEL, EXECUTE -> Option.none();
            };
            case Proposal.Draft draft -> Option.none();
            case Proposal.Executed executed -> Option.none();
            case Proposal.Rejected rejected -> Option.none();
            case Proposal.Cancelled cancelled -> Option.none();
        };
    }
}
