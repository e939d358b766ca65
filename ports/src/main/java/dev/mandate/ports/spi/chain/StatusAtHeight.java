package dev.mandate.ports.spi.chain;

import io.vavr.control.Option;

/**
 * What one source of a chain says about a signature.
 *
 * @param blockHeight a height that the source had reached when it looked for the signature
 * @param status none if it has never seen it: a transaction that could not land any more at {@code blockHeight} then never landed
 */
public record StatusAtHeight(long blockHeight, Option<SignatureStatus> status) {}
