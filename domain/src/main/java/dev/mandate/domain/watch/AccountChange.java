package dev.mandate.domain.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.SpendingLimit;
import io.vavr.control.Option;

/** One change of a watched account. It says what is there afterwards, so that nothing else is needed to show it. */
public sealed interface AccountChange {

    /**
     * Signers, threshold, time lock, admin, rent collector or the newest stale index changed; or a fork took back the count of transactions. A vote
     * for what the account already has changes nothing but the stale index.
     */
    record SettingsChanged(Settings before, Settings after) implements AccountChange {

        /** Whether nothing but the count of transactions changed. */
        public boolean isCountAlone() {
            return before.staleTransactionIndex() <= after.transactionIndex()
                    && before.withTransactionIndex(after.transactionIndex()).equals(after);
        }
    }

    /**
     * A transaction changed.
     *
     * @param by who did it; none if nobody is known, or nobody did
     * @param settings the account's at that time
     * @param after the transaction; none if it is gone
     */
    record TransactionChanged(TransactionStep step, long index, Option<Address> by, Settings settings, Option<WatchedTransaction> after)
            implements AccountChange {}

    /**
     * A spending limit changed.
     *
     * @param by who used it
     * @param destination who was paid
     * @param amount what was paid
     * @param replacement the limit that was made in its place
     * @param after the limit; none if it is gone
     */
    record LimitChanged(
            LimitStep step,
            Address limit,
            Option<Address> by,
            Option<Address> destination,
            Option<BaseUnits> amount,
            Option<Address> replacement,
            Option<SpendingLimit> after)
            implements AccountChange {

        static LimitChanged of(LimitStep step, Address limit, Option<SpendingLimit> after) {
            return new LimitChanged(step, limit, Option.none(), Option.none(), Option.none(), Option.none(), after);
        }

        /** The same of a limit that the engine keeps. */
        public LimitChanged kept() {
            return new LimitChanged(LimitStep.KEPT, limit, by, destination, amount, replacement, after);
        }

        LimitChanged replacedBy(Address other) {
            return new LimitChanged(LimitStep.REPLACED, limit, by, destination, amount, Option.some(other), after);
        }
    }

    /** What happened to a transaction. */
    enum TransactionStep {
        /** Its content was recorded; it has no proposal yet. */
        RECORDED,
        /** Its proposal was made as a draft. */
        DRAFTED,
        /** Its proposal is open for votes. */
        PROPOSED,
        VOTED,
        /** The vote of somebody who is no signer any more was dropped. */
        LAPSED,
        APPROVED,
        /** Its time lock is over. */
        EXECUTABLE,
        EXECUTED,
        REJECTED,
        CANCELLED,
        /** A change of settings outdates it. */
        STALE,
        CLOSED,
        /** A fork took back what was told. */
        DROPPED,
        /** It is otherwise than was told, and nobody knows why. */
        CORRECTED
    }

    /** What happened to a limit. */
    enum LimitStep {
        CREATED,
        USED,
        REPLACED,
        REMOVED,
        /** The engine keeps it, and its own records tell what happened. */
        KEPT,
        /** It is otherwise than was told, and nobody knows why. */
        CORRECTED
    }
}
