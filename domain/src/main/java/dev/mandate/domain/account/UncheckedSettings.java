package dev.mandate.domain.account;

import dev.mandate.domain.account.SettingsAction.GovernanceAction;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Settings between the actions of one change. The chain does not check them there, so they may be ungovernable. Only {@link #settle} leads
 * back to {@link Settings}.
 *
 * @param signers in the order of their addresses, possibly with duplicates
 */
public record UncheckedSettings(
        Array<Signer> signers,
        Threshold threshold,
        TimeLock timeLock,
        AdminControl admin,
        Option<Address> rentCollector,
        long transactionIndex,
        long staleTransactionIndex) {

    public static UncheckedSettings of(Settings settings) {
        return new UncheckedSettings(
                settings.roster().signers(),
                settings.roster().threshold(),
                settings.timeLock(),
                settings.admin(),
                settings.rentCollector(),
                settings.transactionIndex(),
                settings.staleTransactionIndex());
    }

    private UncheckedSettings withSigners(Array<Signer> next) {
        return new UncheckedSettings(next, threshold, timeLock, admin, rentCollector, transactionIndex, transactionIndex);
    }

    private UncheckedSettings withThreshold(Threshold next) {
        return new UncheckedSettings(signers, next, timeLock, admin, rentCollector, transactionIndex, transactionIndex);
    }

    private UncheckedSettings withTimeLock(TimeLock next) {
        return new UncheckedSettings(signers, threshold, next, admin, rentCollector, transactionIndex, transactionIndex);
    }

    UncheckedSettings withAdmin(AdminControl next) {
        return new UncheckedSettings(signers, threshold, timeLock, next, rentCollector, transactionIndex, transactionIndex);
    }

    /** The one setting whose change does not make proposed transactions stale. */
    private UncheckedSettings withRentCollector(Option<Address> next) {
        return new UncheckedSettings(
                signers, threshold, timeLock, admin, next, transactionIndex, staleTransactionIndex);
    }

    /**
     * Checks that {@code actions} may be proposed as a change by vote. The program checks only this before the vote; it checks whether the
     * result can be governed at execution.
     */
    public static Either<SettingsRefusal, Seq<SettingsAction>> proposable(Seq<SettingsAction> actions) {
        if (actions.isEmpty()) {
            return Either.left(new SettingsRefusal.NothingToChange());
        }
        return actions.map(UncheckedSettings::problemsOfProposing)
                .find(Array::nonEmpty)
                .<Either<SettingsRefusal, Seq<SettingsAction>>>map(
                        problems -> Either.left(new SettingsRefusal.Ungovernable(problems)))
                .getOrElse(() -> Either.right(actions));
    }

    private static Array<SettingsProblem> problemsOfProposing(SettingsAction action) {
        return switch (action) {
            case SettingsAction.SetTimeLock(TimeLock next) -> next.problems();
            case SettingsAction.AddSigner add -> Array.empty();
            case SettingsAction.RemoveSigner remove -> Array.empty();
            case SettingsAction.ChangeThreshold change -> Array.empty();
            case SettingsAction.SetRentCollector set -> Array.empty();
            case SettingsAction.LimitAction limit -> Array.empty();
        };
    }

    /** The settings after an action within a change by vote. */
    public Either<SettingsRefusal, UncheckedSettings> voted(GovernanceAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) -> Either.right(add(signer));
            case SettingsAction.RemoveSigner(Address signer) ->
                remove(signer).toEither(() -> new SettingsRefusal.NoSuchSigner(signer));
            case SettingsAction.ChangeThreshold(Threshold next) -> Either.right(withThreshold(next));
            case SettingsAction.SetTimeLock(TimeLock next) -> Either.right(withTimeLock(next));
            case SettingsAction.SetRentCollector(Option<Address> next) -> Either.right(withRentCollector(next));
        };
    }

    /** The settings after the admin's action: as by vote, but adding a present signer and removing the last one are refused. */
    public Either<SettingsRefusal, UncheckedSettings> byAdmin(GovernanceAction action) {
        return switch (action) {
            case SettingsAction.AddSigner(Signer signer) when has(signer.address()) ->
                Either.left(new SettingsRefusal.AlreadyASigner(signer.address()));
            case SettingsAction.RemoveSigner(Address signer) when signers.size() <= 1 ->
                Either.left(new SettingsRefusal.LastSigner(signer));
            case GovernanceAction other -> voted(other);
        };
    }

    private UncheckedSettings add(Signer signer) {
        return withSigners(Roster.sorted(signers.append(signer)));
    }

    private boolean has(Address address) {
        return indexOf(address) >= 0;
    }

    /** Without the signer at {@code address}, or none if there is no such. */
    private Option<UncheckedSettings> remove(Address address) {
        int index = indexOf(address);
        return index < 0 ? Option.none() : Option.some(withSigners(signers.removeAt(index)));
    }

    /** Governable settings, or every problem in the program's order of checks. */
    public Either<SettingsRefusal, Settings> settle() {
        Array<SettingsProblem> problems = problems();
        return problems.isEmpty()
                ? Either.right(toSettings())
                : Either.left(new SettingsRefusal.Ungovernable(problems));
    }

    Array<SettingsProblem> problems() {
        return Roster.problems(signers, threshold).appendAll(timeLock.problems());
    }

    Settings toSettings() {
        return new Settings(
                new Roster(signers, threshold),
                timeLock,
                admin,
                rentCollector,
                transactionIndex,
                staleTransactionIndex);
    }

    /**
     * Returns the position at which the program finds {@code address}. Its binary search decides which of two equal entries is
     * removed if one change adds a present signer and then removes it.
     */
    private int indexOf(Address address) {
        int low = 0;
        int high = signers.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = signers.get(middle).address().compareTo(address);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle;
            } else {
                return middle;
            }
        }
        return -1;
    }
}
