package dev.mandate.ports.audit;

import io.vavr.control.Option;

/**
 * A checkpoint does not follow the latest one.
 *
 * @param latest the one that it should have followed; none if it should have been the first
 */
public record OutOfTurn(Option<SignedCheckpoint> latest) {}
