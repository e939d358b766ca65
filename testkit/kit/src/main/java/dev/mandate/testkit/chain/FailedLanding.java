package dev.mandate.testkit.chain;

import dev.mandate.domain.kernel.Bytes;

/** Makes transactions land that fail, as they do on a network where nobody simulates them before. */
@FunctionalInterface
public interface FailedLanding {

    /** Lands {@code transaction}, which fails and pays its fee. */
    void land(Bytes transaction);
}
