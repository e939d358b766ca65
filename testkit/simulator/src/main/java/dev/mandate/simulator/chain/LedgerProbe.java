package dev.mandate.simulator.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/** One step of a model-based test in one call: send a transaction and read its effect. */
public interface LedgerProbe {

    /** Runs {@code Chain.send}, then {@code Chain.accounts}, with nothing in between. */
    Either<ChainFault, Step> sendAndRead(Bytes transaction, Seq<Address> addresses);

    /**
     * The result of a step.
     *
     * @param outcome the chain's answer to the transaction
     * @param after the requested accounts and the clock after it
     */
    record Step(SendOutcome outcome, AccountsSnapshot after) {}
}
