package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Seq;

/** The network's answer to a transaction that was sent. */
public sealed interface SendOutcome {

    /**
     * Forwarded to the network. {@link Chain#statuses} tells whether it landed.
     *
     * @param signature the transaction's id
     */
    record Accepted(Signature signature) implements SendOutcome {}

    /**
     * Refused by the preflight, with no effect.
     *
     * @param logs the program's log lines
     */
    record Refused(TransactionFailure failure, Seq<String> logs) implements SendOutcome {}
}
