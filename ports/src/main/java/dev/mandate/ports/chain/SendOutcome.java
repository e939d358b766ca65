package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import io.vavr.collection.Seq;

/** What the network said to a transaction that was handed to it. */
public sealed interface SendOutcome {

    /**
     * Passed on. Whether it landed, {@link Chain#statuses} tells.
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
