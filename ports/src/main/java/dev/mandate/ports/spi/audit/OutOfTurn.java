package dev.mandate.ports.spi.audit;

import io.vavr.control.Option;

/**
 * A checkpoint does not follow the latest one.
 *
 * @param latest the latest checkpoint; none if the log is empty
 */
public record OutOfTurn(Option<SignedCheckpoint> latest) {}
