package dev.mandate.simulator;

import dev.mandate.simulator.runtime.Rent;
import dev.mandate.simulator.runtime.StoredAccount;

/** How an account stands towards rent. Source: the validator's rent state transitions. */
sealed interface RentState {

    /** Without lamports, hence not there. */
    record Gone() implements RentState {}

    record Exempt() implements RentState {}

    /** Above zero and below the minimum: what may exist from the past, and not come into being. */
    record Paying(long lamports, int dataLength) implements RentState {}

    static RentState of(StoredAccount account) {
        int dataLength = account.data().length();
        if (account.lamports() == 0) {
            return new Gone();
        }
        return Long.compareUnsigned(account.lamports(), Rent.exemptMinimum(dataLength)) >= 0
                ? new Exempt()
                : new Paying(account.lamports(), dataLength);
    }

    /** Whether a transaction may leave an account like this that was {@code before}. */
    default boolean mayFollow(RentState before) {
        return switch (this) {
            case Gone gone -> true;
            case Exempt exempt -> true;
            case Paying(long lamports, int dataLength) ->
                before instanceof Paying(long lamportsBefore, int dataLengthBefore)
                        && dataLength == dataLengthBefore
                        && lamports <= lamportsBefore;
        };
    }
}
