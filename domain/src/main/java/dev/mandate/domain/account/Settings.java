package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Predicate;

/**
 * The settings of an account. Governable by construction: the roster is governable, and the time lock is at most 90 days.
 *
 * @param rentCollector the receiver of the rent of finished transactions' accounts; none if the rent stays there
 * @param transactionIndex the index of the newest transaction, 0 before the first
 * @param staleTransactionIndex every transaction up to this index was proposed under settings that no longer hold
 */
public record Settings(
        Roster roster,
        TimeLock timeLock,
        AdminControl admin,
        Option<Address> rentCollector,
        long transactionIndex,
        long staleTransactionIndex) {

    public Settings {
        timeLock.problems().headOption().forEach(problem -> {
            throw new IllegalArgumentException("not governable settings: " + problem);
        });
        if (staleTransactionIndex < 0 || staleTransactionIndex > transactionIndex) {
            throw new IllegalArgumentException(
                    "stale index " + staleTransactionIndex + " outside 0 to " + transactionIndex);
        }
    }

    /** The settings of a new account, or every problem with them in the program's order of checks. */
    public static Either<SettingsRefusal.Ungovernable, Settings> ofNewAccount(
            Seq<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            Option<Address> rentCollector) {
        return ofStored(signers, threshold, timeLock, admin, rentCollector, 0, 0);
    }

    /** Stored settings, or every problem with them in the program's order of checks. */
    public static Either<SettingsRefusal.Ungovernable, Settings> ofStored(
            Seq<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            Option<Address> rentCollector,
            long transactionIndex,
            long staleTransactionIndex) {
        UncheckedSettings draft = new UncheckedSettings(
                Roster.sorted(signers),
                threshold,
                timeLock,
                admin,
                rentCollector,
                transactionIndex,
                staleTransactionIndex);
        Array<SettingsProblem> problems = draft.problems();
        return problems.isEmpty()
                ? Either.right(draft.toSettings())
                : Either.left(new SettingsRefusal.Ungovernable(problems));
    }

    /** Whether the transaction at {@code index} was proposed under settings that no longer hold. */
    public boolean makesStale(long index) {
        return index <= staleTransactionIndex;
    }

    /**
     * Whether somebody can still change these settings: the admin, or without one the signers by vote.
     *
     * @param able whether an address can ever act
     * @param vault the account's own; as the admin it acts by vote
     */
    public boolean isGovernable(Predicate<Address> able, Address vault) {
        boolean byVote = roster.holders(Permission.CAN_INITIATE).exists(able)
                && roster.holders(Permission.CAN_EXECUTE).exists(able)
                && roster.holders(Permission.CAN_VOTE).count(able) >= roster.threshold().value();
        return admin.holder().map(holder -> holder.equals(vault) ? byVote : able.test(holder)).getOrElse(byVote);
    }

    /** With one more transaction counted. */
    public Settings withNextTransaction() {
        return withTransactionIndex(Math.addExact(transactionIndex, 1));
    }

    /** With {@code index} as the newest transaction's. */
    public Settings withTransactionIndex(long index) {
        return new Settings(roster, timeLock, admin, rentCollector, index, staleTransactionIndex);
    }

    /** The admin's right to change settings at once; anyone else is refused. */
    public Either<SettingsRefusal, Address> requireAdmin(Address by) {
        return admin.holder().contains(by)
                ? Either.right(by)
                : Either.left(new SettingsRefusal.NotTheAdmin(by, admin));
    }

    /** Checks that settings change by vote; refused while an admin controls them. */
    public Either<SettingsRefusal, Settings> requireNoAdmin() {
        return admin.holder()
                .<Either<SettingsRefusal, Settings>>map(holder -> Either.left(new SettingsRefusal.HeldByAdmin(holder)))
                .getOrElse(() -> Either.right(this));
    }

    /**
     * The settings after the admin's {@code action}. Stricter than a vote, since each action alone must leave governable settings.
     */
    public Either<SettingsRefusal, Settings> afterAdmin(SettingsAction.GovernanceAction action) {
        return UncheckedSettings.of(this).byAdmin(action).flatMap(UncheckedSettings::settle);
    }

    /** The settings after the admin hands over the control; giving it up is final. Only the admin may do this. */
    public Settings afterHandover(AdminControl next) {
        return UncheckedSettings.of(this).withAdmin(next).toSettings();
    }
}
