package dev.mandate.simulator.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.SendOutcome;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** One step of a model-based test in one call: send a transaction, and see what it did. */
public interface LedgerProbe {

    /** As {@code Chain.send}, then {@code Chain.accounts}, with nothing in between. */
    Either<ChainFault, Step> sendAndRead(Bytes transaction, Seq<Address> addresses);

    /**
     * What came of a transaction.
     *
     * @param outcome what the chain said to it
     * @param after the accounts asked for and the clock, thereafter
     */
    record Step(SendOutcome outcome, AccountsSnapshot after) {}
}
