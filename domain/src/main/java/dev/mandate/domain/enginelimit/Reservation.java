package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;

/**
 * A use that may still land.
 *
 * @param message SHA-256 of the one message that the policy key signs for it
 * @param by the entitled signer who asked for it
 * @param reserved what the clocks showed; it cannot have landed earlier
 */
public record Reservation(
        Bytes32 message, Address by, Address destination, BaseUnits amount, ClockReading reserved, Progress progress) {

    /** How far it is. */
    public enum Progress {
        /** The policy key has not signed. It lapses. */
        RESERVED,
        /** The policy key has signed. Only the chain ends it. */
        SIGNED
    }

    /** The first second at which it can no longer be signed. */
    public UnixTime lapsesAt() {
        return reserved.expiry().plusSeconds(EngineLimitRules.LAPSE_SECONDS);
    }

    Reservation signed() {
        return new Reservation(message, by, destination, amount, reserved, Progress.SIGNED);
    }

    boolean isLapsedAt(UnixTime now) {
        return progress == Progress.RESERVED && !now.isBefore(lapsesAt());
    }

    /** When it can have landed by either clock, if it landed within {@code span} by the chain's clock. */
    TimeSpan byEitherClock(TimeSpan span) {
        long behind = reserved.server().secondsSince(reserved.chain().latest());
        long ahead = reserved.server().secondsSince(reserved.chain().earliest());
        return new TimeSpan(
                Array.of(span.from().plusSeconds(Math.min(0, behind)), reserved.window()).max().get(),
                span.to().plusSeconds(Math.max(0, ahead)));
    }
}
