package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The desired settings: the complete set of signers and every other setting that a vote or the admin may change.
 *
 * @param signers in any order
 */
public record SettingsTarget(
        Array<Signer> signers, Threshold threshold, TimeLock timeLock, Option<Address> rentCollector) {

    /** The present settings as a target. */
    public static SettingsTarget of(Settings settings) {
        return new SettingsTarget(
                settings.roster().signers(),
                settings.roster().threshold(),
                settings.timeLock(),
                settings.rentCollector());
    }

    public SettingsTarget withSigners(Array<Signer> next) {
        return new SettingsTarget(next, threshold, timeLock, rentCollector);
    }

    public SettingsTarget withThreshold(Threshold next) {
        return new SettingsTarget(signers, next, timeLock, rentCollector);
    }

    public SettingsTarget withTimeLock(TimeLock next) {
        return new SettingsTarget(signers, threshold, next, rentCollector);
    }

    public SettingsTarget withRentCollector(Option<Address> next) {
        return new SettingsTarget(signers, threshold, timeLock, next);
    }

    /** Itself if it can be governed, or every problem with it. */
    public Either<SettingsRefusal, SettingsTarget> requireGovernable() {
        Array<SettingsProblem> problems = problems();
        return problems.isEmpty() ? Either.right(this) : Either.left(new SettingsRefusal.Ungovernable(problems));
    }

    /** Every problem with it, in the program's order of checks; empty if it can be governed. */
    public Array<SettingsProblem> problems() {
        return Roster.problems(Roster.sorted(signers), threshold)
                .appendAll(timeLock.problems());
    }
}
