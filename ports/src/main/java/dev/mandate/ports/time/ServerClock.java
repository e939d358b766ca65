package dev.mandate.ports.time;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import java.time.InstantSource;

/**
 * The machine's own clock: for records, sessions and nonces. Whatever the chain enforces goes by the chain's clock instead.
 */
public interface ServerClock {

    UnixTime now();

    /** A clock that tells what {@code source} tells. */
    static ServerClock of(InstantSource source) {
        return () -> new UnixTime(source.instant().getEpochSecond());
    }

    /** The same; none while the clock may be wrong, so that nothing is deleted by it. */
    default Option<UnixTime> undisputed() {
        return Option.some(now());
    }
}
