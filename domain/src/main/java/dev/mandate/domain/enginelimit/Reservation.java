package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;

/**
 * A use that may still land.
 *
 * @param message SHA-256 of the one message that the policy key signs for it
 * @param by the entitled signer who asked for it
 * @param lapsesAt the first second at which it can no longer be signed
 */
public record Reservation(
        Bytes32 message, Address by, Address destination, BaseUnits amount, UnixTime lapsesAt, Progress progress) {

    /** How far it is. */
    public enum Progress {
        /** The policy key has not signed. It lapses. */
        RESERVED,
        /** The policy key has signed. Only the chain ends it. */
        SIGNED
    }

    Reservation signed() {
        return new Reservation(message, by, destination, amount, lapsesAt, Progress.SIGNED);
    }

    boolean isLapsedAt(UnixTime now) {
        return progress == Progress.RESERVED && !now.isBefore(lapsesAt);
    }
}
