package dev.mandate.ports.time;

import dev.mandate.domain.kernel.UnixTime;

/**
 * The machine's own clock: for records, sessions and nonces. Whatever the chain enforces goes by the chain's clock instead.
 */
public interface ServerClock {

    UnixTime now();
}
