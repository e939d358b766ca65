package dev.mandate.ports.spi.time;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import java.time.InstantSource;

/**
 * The machine's own clock, for records, quotas and idempotency keys. Rules that the chain enforces use the chain's clock.
 */
public interface ServerClock {

    UnixTime now();

    /** The clock of {@code source}. */
    static ServerClock of(InstantSource source) {
        return () -> new UnixTime(source.instant().getEpochSecond());
    }

    /** The time; none while the clock may be wrong. Nothing is deleted in that case. */
    default Option<UnixTime> undisputed() {
        return Option.some(now());
    }
}
