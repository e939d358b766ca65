package dev.mandate.app.demo;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Caution;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.RoleProblem;
import java.util.Locale;

/** Refusals by the rules, in words. Facts come from the refusal; names from the demo. */
record Wording(Names names) {

    String of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.AccountExists exists -> "this account is there already";
            case Refusal.NoAccount none -> "there is no such account";
            case Refusal.BadAccount bad -> bad.problems().map(this::of).mkString("; ");
            case Refusal.NotAllowed(SignerRefusal why) -> of(why);
            case Refusal.SettingsStay(SettingsRefusal why) -> of(why);
            case Refusal.ProposalStays(long index, ProposalRefusal why) -> of(index, why);
            case Refusal.NotSpent(SpendingRefusal why) -> of(why);
            case Refusal.NoTransaction(long index) -> "transaction " + index + " is not there (any more)";
            case Refusal.NoProposal(long index) -> "transaction " + index + " was not proposed";
            case Refusal.ProposalExists(long index) -> "transaction " + index + " is proposed already";
            case Refusal.IndexAhead(long index, long newest) -> "the newest transaction is " + newest + ", not " + index;
            case Refusal.NotClosable(long index, long stale) -> "transaction " + index + " is not over";
            case Refusal.NoRentCollector none -> "the account has no rent collector";
            case Refusal.WrongRentCollector(Address asked, Address collector) ->
                "rent goes to " + names.of(collector) + ", not to " + names.of(asked);
            case Refusal.LimitExists exists -> "there is a spending limit at this address already";
            case Refusal.NoLimit none -> "there is no such spending limit";
        };
    }

    String of(Caution caution) {
        return switch (caution) {
            case Caution.WouldOrphan(long index) ->
                "the content of transaction " + index + " is gone: it could be approved and never be executed";
            case Caution.WouldNeverExecute(Refusal why) -> "it could be approved and never be executed: " + of(why);
            case Caution.AmbiguousRemoval(Address signer) ->
                names.of(signer) + " would be added and removed in one change";
        };
    }

    String of(RoleProblem problem) {
        return switch (problem) {
            case RoleProblem.NotSigners(var strangers) -> names.of(strangers) + ": not a signer of this account";
            case RoleProblem.NobodyProposes nobody -> "none of them may propose";
            case RoleProblem.TooFewVoters(int voters, var threshold) ->
                "%d of the %d votes that the threshold asks".formatted(voters, threshold.value());
            case RoleProblem.NobodyExecutes nobody -> "none of them may execute";
        };
    }

    private String of(SignerRefusal refusal) {
        return switch (refusal) {
            case SignerRefusal.NotASigner(Address address) -> names.of(address) + " is not a signer of this account";
            case SignerRefusal.PermissionMissing(var signer, var oneOf) ->
                names.of(signer.address()) + " does not hold " + oneOf.mkString(" or ");
        };
    }

    private String of(SettingsRefusal refusal) {
        return switch (refusal) {
            case SettingsRefusal.HeldByAdmin(Address admin) ->
                "settings belong to the admin, " + names.of(admin) + "; no vote changes them";
            case SettingsRefusal.NothingToChange nothing -> "nothing would change";
            case SettingsRefusal.NotTheAdmin(Address by, AdminControl admin) -> names.of(by) + " is not the admin";
            case SettingsRefusal.AlreadyASigner(Address signer) -> names.of(signer) + " is a signer already";
            case SettingsRefusal.NoSuchSigner(Address signer) -> names.of(signer) + " is not a signer";
            case SettingsRefusal.LastSigner(Address signer) -> names.of(signer) + " is the last signer";
            case SettingsRefusal.Ungovernable(var problems) -> problems.map(this::of).mkString("; ");
        };
    }

    private String of(SettingsProblem problem) {
        return switch (problem) {
            case SettingsProblem.TooManySigners(int signers, int limit) -> signers + " signers, at most " + limit;
            case SettingsProblem.DuplicateSigner(Address signer) -> names.of(signer) + " stands there twice";
            case SettingsProblem.UnknownPermission(Address signer, var permissions) ->
                names.of(signer) + " has the unknown permission mask " + permissions.mask();
            case SettingsProblem.NoProposer none -> "nobody could propose";
            case SettingsProblem.NoExecutor none -> "nobody could execute";
            case SettingsProblem.NoVoter none -> "nobody could vote";
            case SettingsProblem.ThresholdZero zero -> "a threshold of 0 would approve everything";
            case SettingsProblem.ThresholdExceedsVoters(var threshold, int voters) ->
                "threshold %d exceeds the %d signers that can vote".formatted(threshold.value(), voters);
            case SettingsProblem.TimeLockTooLong(var timeLock, long limit) ->
                "a time lock of %d s exceeds 90 days (%d s)".formatted(timeLock.seconds(), limit);
        };
    }

    private String of(long index, ProposalRefusal refusal) {
        return switch (refusal) {
            case ProposalRefusal.WrongState(var step, Proposal proposal) ->
                "transaction %d is %s: nothing to %s"
                        .formatted(index, state(proposal), step.name().toLowerCase(Locale.ROOT));
            case ProposalRefusal.Stale(long at, long staleIndex) ->
                "settings have changed since transaction " + at + " was proposed";
            case ProposalRefusal.AlreadyVoted(Address by, var vote) ->
                names.of(by) + " has given that vote already (" + vote.name().toLowerCase(Locale.ROOT) + ")";
            case ProposalRefusal.TimeLocked(var approvedAt, var timeLock, var releasesAt) ->
                "approved at %s, locked for %d s: not before %s".formatted(approvedAt, timeLock.seconds(), releasesAt);
        };
    }

    private static String state(Proposal proposal) {
        return proposal.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private String of(SpendingRefusal refusal) {
        return switch (refusal) {
            case SpendingRefusal.NotEntitled(Address by, var signers) ->
                "the limit is for " + names.of(signers) + ", not for " + names.of(by);
            case SpendingRefusal.DestinationNotAllowed(Address destination, var destinations) ->
                "the limit pays " + names.of(destinations) + " alone, not " + names.of(destination);
            case SpendingRefusal.Exceeded(var asked, var remaining, var wholeAgain) ->
                "%s asked, %s left until %s"
                        .formatted(Names.sol(asked), Names.sol(remaining), wholeAgain.map(Object::toString).getOrElse("never"));
            case SpendingRefusal.BadTerms(var problems) -> problems.map(this::of).mkString("; ");
        };
    }

    private String of(LimitProblem problem) {
        return switch (problem) {
            case LimitProblem.AmountZero zero -> "a limit of nothing";
            case LimitProblem.NoSigners none -> "a limit for nobody";
            case LimitProblem.DuplicateSigner(Address signer) -> names.of(signer) + " stands there twice";
        };
    }
}
