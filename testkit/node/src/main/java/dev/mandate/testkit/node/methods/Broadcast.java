package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import io.vavr.control.Either;

/** Passes on a transaction that a node accepted. */
@FunctionalInterface
public interface Broadcast {

    /** Accepts a transaction and forgets it. */
    Broadcast FORGETTING = transaction -> Either.right(new SendOutcome.Accepted(Signature.EMPTY));

    /** Forwards {@code transaction}. One that cannot land is dropped; a node does not report this. */
    Either<ChainFault, SendOutcome> pass(Bytes transaction);
}
