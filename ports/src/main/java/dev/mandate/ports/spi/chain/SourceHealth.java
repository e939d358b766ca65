package dev.mandate.ports.spi.chain;

import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * How one source of a chain is.
 *
 * @param name tells it from the others; holds no secret
 * @param slot that it has come to, or why it cannot be relied on now
 * @param missing the methods that it did not offer when it was last asked for all of them
 */
public record SourceHealth(String name, Either<ChainFault, Long> slot, Seq<MissingMethod> missing) {}
