package dev.mandate.testkit.naive;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;

/** The error code with which the program would say what a refusal says; of several problems, the first. */
final class ProgramCodes {

    private ProgramCodes() {}

    static int of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.AccountExists exists -> NaiveMultisig.IN_USE;
            case Refusal.ProposalExists exists -> NaiveMultisig.IN_USE;
            case Refusal.LimitExists exists -> NaiveMultisig.IN_USE;
            case Refusal.NoAccount missing -> NaiveMultisig.MISSING;
            case Refusal.NoTransaction missing -> NaiveMultisig.MISSING;
            case Refusal.NoProposal missing -> NaiveMultisig.MISSING;
            case Refusal.NoLimit missing -> NaiveMultisig.MISSING;
            case Refusal.IndexAhead ahead -> 6009;
            case Refusal.NotClosable open -> 6008;
            case Refusal.NoRentCollector none -> 6032;
            case Refusal.WrongRentCollector other -> 6033;
            case Refusal.BadAccount(var problems) -> of(problems.head());
            case Refusal.NotAllowed(SignerRefusal why) -> of(why);
            case Refusal.SettingsStay(SettingsRefusal why) -> of(why);
            case Refusal.ProposalStays(long index, ProposalRefusal why) -> of(why);
            case Refusal.NotSpent(SpendingRefusal why) -> of(why);
        };
    }

    private static int of(SignerRefusal refusal) {
        return switch (refusal) {
            case SignerRefusal.NotASigner why -> 6005;
            case SignerRefusal.PermissionMissing why -> 6004;
        };
    }

    private static int of(SettingsRefusal refusal) {
        return switch (refusal) {
            case SettingsRefusal.HeldByAdmin why -> 6020;
            case SettingsRefusal.NothingToChange why -> 6022;
            case SettingsRefusal.NotTheAdmin why -> 6004;
            case SettingsRefusal.AlreadyASigner why -> 6000;
            case SettingsRefusal.NoSuchSigner why -> 6005;
            case SettingsRefusal.LastSigner why -> 6015;
            case SettingsRefusal.Ungovernable(var problems) -> of(problems.head());
        };
    }

    private static int of(SettingsProblem problem) {
        return switch (problem) {
            case SettingsProblem.TooManySigners why -> 6002;
            case SettingsProblem.DuplicateSigner why -> 6000;
            case SettingsProblem.UnknownPermission why -> 6028;
            case SettingsProblem.NoProposer why -> 6017;
            case SettingsProblem.NoExecutor why -> 6018;
            case SettingsProblem.NoVoter why -> 6016;
            case SettingsProblem.ThresholdZero why -> 6003;
            case SettingsProblem.ThresholdExceedsVoters why -> 6003;
            case SettingsProblem.TimeLockTooLong why -> 6030;
        };
    }

    private static int of(ProposalRefusal refusal) {
        return switch (refusal) {
            case ProposalRefusal.WrongState why -> 6008;
            case ProposalRefusal.Stale why -> 6007;
            case ProposalRefusal.TimeLocked why -> 6021;
            case ProposalRefusal.AlreadyVoted(var by, var vote) ->
                switch (vote) {
                    case APPROVE -> 6010;
                    case REJECT -> 6011;
                    case CANCEL -> 6012;
                };
        };
    }

    private static int of(SpendingRefusal refusal) {
        return switch (refusal) {
            case SpendingRefusal.NotEntitled why -> 6004;
            case SpendingRefusal.DestinationNotAllowed why -> 6025;
            case SpendingRefusal.Exceeded why -> 6026;
            case SpendingRefusal.BadTerms(var problems) ->
                switch (problems.head()) {
                    case LimitProblem.AmountZero why -> 6039;
                    case LimitProblem.NoSigners why -> 6001;
                    case LimitProblem.DuplicateSigner why -> 6000;
                };
        };
    }
}
