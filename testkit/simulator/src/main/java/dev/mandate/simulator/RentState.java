package dev.mandate.simulator;

import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.simulator.runtime.StoredAccount;

/** The rent state of an account. Source: the validator's rent state transitions. */
sealed interface RentState {

    /** The account has no lamports, so it does not exist. */
    record Gone() implements RentState {}

    record Exempt() implements RentState {}

    /** The balance is above zero and below the minimum. Old accounts may be in this state; a transaction cannot create it. */
    record Paying(long lamports, int dataLength) implements RentState {}

    static RentState of(StoredAccount account, NetworkParameters network) {
        int dataLength = account.data().length();
        if (account.lamports() == 0) {
            return new Gone();
        }
        return Long.compareUnsigned(account.lamports(), network.exemptMinimum(dataLength)) >= 0
                ? new Exempt()
                : new Paying(account.lamports(), dataLength);
    }

    /** Returns whether a transaction may change an account from {@code before} to this state. */
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
