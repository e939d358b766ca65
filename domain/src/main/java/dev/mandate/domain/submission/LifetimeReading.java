package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import io.vavr.control.Option;

/** What the chain said about a lifetime. */
public sealed interface LifetimeReading {

    /** How far the chain has come. */
    record BlockHeight(long height) implements LifetimeReading {}

    /**
     * What a nonce account holds.
     *
     * @param value none if there is no nonce account there any more
     */
    record Nonce(Address account, Option<Blockhash> value) implements LifetimeReading {}
}
