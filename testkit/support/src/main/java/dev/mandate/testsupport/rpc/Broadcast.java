package dev.mandate.testsupport.rpc;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.SendOutcome;
import io.vavr.control.Either;

/** What becomes of a transaction that was sent without preflight. */
@FunctionalInterface
public interface Broadcast {

    /** Passes {@code transaction} on. What can't land is dropped; a node does not say so. */
    Either<ChainFault, SendOutcome> pass(Bytes transaction);
}
