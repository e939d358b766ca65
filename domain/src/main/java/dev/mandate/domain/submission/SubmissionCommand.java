package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** A request to a submission, or a fact about it. */
public sealed interface SubmissionCommand {

    /**
     * Fix the bytes to sign.
     *
     * @param unsigned the transaction with empty signature slots
     */
    record Build(SubmissionSubject subject, Bytes unsigned, Lifetime lifetime) implements SubmissionCommand {}

    /** All required signers have signed. */
    record Sign(SignedTransaction transaction) implements SubmissionCommand {}

    /** Release it for sending. */
    record Send() implements SubmissionCommand {}

    /** A node's answer to it. */
    record Hear(NodeAnswer answer) implements SubmissionCommand {}

    /** The chain has its message. */
    record FindLanded(Agreed<Landing> landing) implements SubmissionCommand {}

    /**
     * How its message landed.
     *
     * @param id the signature under which it landed: its own, or another one of the same signers
     * @param failure none if it succeeded
     */
    record Landing(Signature id, long slot, Option<TransactionFailure> failure) {}

    /** A source of the chain does not know it. That ends nothing. */
    record FindMissing(LifetimeReading reading) implements SubmissionCommand {}

    /** The chain does not have its message. */
    record FindAbsent(Agreed<Absence> absence) implements SubmissionCommand {}

    /**
     * A search for its message that found nothing.
     *
     * @param reading of its lifetime, taken before the query for the transaction: if the lifetime was over then, it cannot have
     * landed since
     * @param search for its message under other signatures, made after the reading
     */
    record Absence(LifetimeReading reading, HistorySearch search) {}
}
