package dev.mandate.solana.squadsv4.terms;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.solana.squadsv4.ProgramError;

/** Maps a refusal of the domain to the program's error code. If several rules are broken, the first one counts. */
public final class RefusalCodes {

    /** The system program's code: the account exists already. */
    public static final long ACCOUNT_ALREADY_IN_USE = 0;

    /** The framework's code: the account does not exist. */
    public static final long ACCOUNT_NOT_INITIALIZED = 3012;

    private RefusalCodes() {}

    /** Returns the {@code Custom} code of the program's failure. */
    public static long of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.AccountExists exists -> ACCOUNT_ALREADY_IN_USE;
            case Refusal.NoAccount none -> ACCOUNT_NOT_INITIALIZED;
            case Refusal.BadAccount bad -> of(bad.problems().head()).code();
            case Refusal.NotAllowed(SignerRefusal why) -> of(why).code();
            case Refusal.SettingsRefused(SettingsRefusal why) -> of(why).code();
            case Refusal.ProposalRefused(long index, ProposalRefusal why) -> of(why).code();
            case Refusal.NotSpent(SpendingRefusal why) -> of(why).code();
            case Refusal.NoTransaction none -> ACCOUNT_NOT_INITIALIZED;
            case Refusal.NoProposal none -> ACCOUNT_NOT_INITIALIZED;
            case Refusal.ProposalExists exists -> ACCOUNT_ALREADY_IN_USE;
            case Refusal.IndexAhead ahead -> ProgramError.INVALID_TRANSACTION_INDEX.code();
            case Refusal.NotClosable not -> ProgramError.INVALID_PROPOSAL_STATUS.code();
            case Refusal.NoRentCollector none -> ProgramError.RENT_RECLAMATION_DISABLED.code();
            case Refusal.WrongRentCollector wrong -> ProgramError.INVALID_RENT_COLLECTOR.code();
            case Refusal.LimitExists exists -> ACCOUNT_ALREADY_IN_USE;
            case Refusal.NoLimit none -> ACCOUNT_NOT_INITIALIZED;
        };
    }

    private static ProgramError of(SignerRefusal refusal) {
        return switch (refusal) {
            case SignerRefusal.NotASigner not -> ProgramError.NOT_A_MEMBER;
            case SignerRefusal.PermissionMissing missing -> ProgramError.UNAUTHORIZED;
        };
    }

    private static ProgramError of(SettingsRefusal refusal) {
        return switch (refusal) {
            case SettingsRefusal.HeldByAdmin held -> ProgramError.NOT_SUPPORTED_FOR_CONTROLLED;
            case SettingsRefusal.NothingToChange nothing -> ProgramError.NO_ACTIONS;
            case SettingsRefusal.NotTheAdmin not -> ProgramError.UNAUTHORIZED;
            case SettingsRefusal.AlreadyASigner already -> ProgramError.DUPLICATE_MEMBER;
            case SettingsRefusal.NoSuchSigner none -> ProgramError.NOT_A_MEMBER;
            case SettingsRefusal.LastSigner last -> ProgramError.REMOVE_LAST_MEMBER;
            case SettingsRefusal.Ungovernable ungovernable -> of(ungovernable.problems().head());
        };
    }

    private static ProgramError of(SettingsProblem problem) {
        return switch (problem) {
            case SettingsProblem.TooManySigners many -> ProgramError.TOO_MANY_MEMBERS;
            case SettingsProblem.DuplicateSigner duplicate -> ProgramError.DUPLICATE_MEMBER;
            case SettingsProblem.UnknownPermission unknown -> ProgramError.UNKNOWN_PERMISSION;
            case SettingsProblem.NoProposer none -> ProgramError.NO_PROPOSERS;
            case SettingsProblem.NoExecutor none -> ProgramError.NO_EXECUTORS;
            case SettingsProblem.NoVoter none -> ProgramError.NO_VOTERS;
            case SettingsProblem.ThresholdZero zero -> ProgramError.INVALID_THRESHOLD;
            case SettingsProblem.ThresholdExceedsVoters exceeds -> ProgramError.INVALID_THRESHOLD;
            case SettingsProblem.TimeLockTooLong tooLong -> ProgramError.TIME_LOCK_EXCEEDS_MAX_ALLOWED;
        };
    }

    private static ProgramError of(ProposalRefusal refusal) {
        return switch (refusal) {
            case ProposalRefusal.WrongState wrong -> ProgramError.INVALID_PROPOSAL_STATUS;
            case ProposalRefusal.Stale stale -> ProgramError.STALE_PROPOSAL;
            case ProposalRefusal.AlreadyVoted(var by, Vote vote) ->
                switch (vote) {
                    case APPROVE -> ProgramError.ALREADY_APPROVED;
                    case REJECT -> ProgramError.ALREADY_REJECTED;
                    case CANCEL -> ProgramError.ALREADY_CANCELLED;
                };
            case ProposalRefusal.TimeLocked locked -> ProgramError.TIME_LOCK_NOT_RELEASED;
        };
    }

    private static ProgramError of(SpendingRefusal refusal) {
        return switch (refusal) {
            case SpendingRefusal.NotEntitled not -> ProgramError.UNAUTHORIZED;
            case SpendingRefusal.DestinationNotAllowed not -> ProgramError.INVALID_DESTINATION;
            case SpendingRefusal.Exceeded exceeded -> ProgramError.SPENDING_LIMIT_EXCEEDED;
            case SpendingRefusal.BadTerms bad -> of(bad.problems().head());
        };
    }

    private static ProgramError of(LimitProblem problem) {
        return switch (problem) {
            case LimitProblem.AmountZero zero -> ProgramError.SPENDING_LIMIT_INVALID_AMOUNT;
            case LimitProblem.NoSigners none -> ProgramError.EMPTY_MEMBERS;
            case LimitProblem.DuplicateSigner duplicate -> ProgramError.DUPLICATE_MEMBER;
        };
    }
}
