package dev.mandate.ports.refusal;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why settings stay as they are, or make no account. */
final class SettingsFailures {

    private static final String SIGNERS = "smart_account_signers";
    private static final String SIGNER = "signer_address";

    private SettingsFailures() {}

    static Failure of(SettingsRefusal refusal) {
        return switch (refusal) {
            case SettingsRefusal.HeldByAdmin(Address admin) ->
                Failure.at(
                                "admin",
                                ErrorCode.ADMIN_CONTROLS_SETTINGS,
                                "Settings belong to the admin %s; no vote changes them.".formatted(admin))
                        .fact("admin_address", admin)
                        .remedy("Repeat the call with admin=true, to be signed by the admin.");
            case SettingsRefusal.NothingToChange nothing ->
                Failure.of(ErrorCode.NOTHING_TO_CHANGE, "Everything is as the change would have it.");
            case SettingsRefusal.NotTheAdmin(Address by, AdminControl admin) -> notTheAdmin(by, admin);
            case SettingsRefusal.AlreadyASigner(Address signer) ->
                Failure.at(SIGNERS, ErrorCode.ALREADY_A_SIGNER, "%s is a signer already.".formatted(signer))
                        .fact("signer", signer);
            case SettingsRefusal.NoSuchSigner(Address signer) ->
                Failure.at(SIGNER, ErrorCode.NO_SUCH_SIGNER, "%s is no signer of the account.".formatted(signer))
                        .fact("signer", signer);
            case SettingsRefusal.LastSigner(Address signer) ->
                Failure.at(
                                SIGNER,
                                ErrorCode.LAST_SIGNER,
                                "%s is the only signer, and cannot be removed.".formatted(signer))
                        .fact("signer", signer);
            case SettingsRefusal.Ungovernable(var problems) -> of(problems);
        };
    }

    static Failure of(Array<SettingsProblem> problems) {
        return Finding.failure(problems.map(SettingsFailures::of));
    }

    private static Failure notTheAdmin(Address by, AdminControl admin) {
        return switch (admin) {
            case AdminControl.None none ->
                Failure.at("admin", ErrorCode.NO_ADMIN, "The account has no admin; the threshold changes settings.")
                        .remedy("Have the account's signers vote on the change.");
            case AdminControl.HeldBy(Address holder) ->
                Failure.at(
                                "transaction_signers",
                                ErrorCode.NOT_THE_ADMIN,
                                "Only the admin %s may do this, not %s.".formatted(holder, by))
                        .fact("asked", by)
                        .fact("admin_address", holder);
        };
    }

    private static Finding of(SettingsProblem problem) {
        return switch (problem) {
            case SettingsProblem.TooManySigners(int signers, int limit) ->
                Finding.of(
                                SIGNERS,
                                ErrorCode.TOO_MANY_SIGNERS,
                                "There would be %s; an account has at most %s."
                                        .formatted(Words.count(signers, "signer"), limit))
                        .fact("signers", signers)
                        .fact("limit", limit);
            case SettingsProblem.DuplicateSigner(Address signer) ->
                Finding.of(SIGNERS, ErrorCode.DUPLICATE_SIGNER, "%s is named more than once.".formatted(signer))
                        .fact("duplicates", signer);
            case SettingsProblem.UnknownPermission(Address signer, var permissions) ->
                Finding.of(
                                SIGNERS,
                                ErrorCode.UNKNOWN_PERMISSION,
                                "%s would have the unknown permission mask %s.".formatted(signer, permissions.mask()))
                        .fact("unknown_permissions_of", signer);
            case SettingsProblem.NoProposer none ->
                Finding.of(SIGNERS, ErrorCode.NO_PROPOSER, nobody(Permission.CAN_INITIATE, "propose"));
            case SettingsProblem.NoExecutor none ->
                Finding.of(SIGNERS, ErrorCode.NO_EXECUTOR, nobody(Permission.CAN_EXECUTE, "execute"));
            case SettingsProblem.NoVoter none ->
                Finding.of(SIGNERS, ErrorCode.NO_VOTER, nobody(Permission.CAN_VOTE, "vote"));
            case SettingsProblem.ThresholdZero zero ->
                Finding.of(
                                "threshold",
                                ErrorCode.THRESHOLD_ZERO,
                                "The threshold must be at least 1: a threshold of 0 would approve everything.")
                        .fact("threshold", 0);
            case SettingsProblem.ThresholdExceedsVoters(Threshold threshold, int voters) ->
                Finding.of(
                                "threshold",
                                ErrorCode.THRESHOLD_EXCEEDS_VOTERS,
                                "Threshold %s exceeds the %s that can vote."
                                        .formatted(threshold.value(), Words.count(voters, "signer")))
                        .fact("threshold", threshold.value())
                        .fact("voters", voters);
            case SettingsProblem.TimeLockTooLong(var timeLock, long limitSeconds) ->
                Finding.of(
                                "time_lock",
                                ErrorCode.TIME_LOCK_TOO_LONG,
                                "A time lock of %s s exceeds the %s s that an account may have."
                                        .formatted(timeLock.seconds(), limitSeconds))
                        .fact("time_lock", timeLock.seconds())
                        .fact("limit_seconds", limitSeconds);
        };
    }

    private static String nobody(Permission permission, String what) {
        return "Nobody could %s: at least one signer must hold %s.".formatted(what, permission);
    }
}
