package dev.mandate.ports.time;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * The machine's own clock: for records, sessions and nonces. Whatever the chain enforces goes by the chain's clock instead.
 */
public interface ServerClock {

    UnixTime now();

    /** The same; none while the clock may be wrong, so that nothing is deleted by it. */
    default Option<UnixTime> undisputed() {
        return Option.some(now());
    }
}
