package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** What a submission is asked to do, or is told. */
public sealed interface SubmissionCommand {

    /**
     * Settle what is to be signed.
     *
     * @param unsigned the transaction with empty signature slots
     */
    record Build(SubmissionSubject subject, Bytes unsigned, Lifetime lifetime) implements SubmissionCommand {}

    /** All have signed. */
    record Sign(SignedTransaction transaction) implements SubmissionCommand {}

    /** Let it go. */
    record Send() implements SubmissionCommand {}

    /** What a node answered to it. */
    record Hear(NodeAnswer answer) implements SubmissionCommand {}

    /**
     * The chain has its message, and will not take it back.
     *
     * @param id the signature under which it landed: its own, or another one of the same signers
     * @param failure none if it did what it says
     */
    record FindLanded(Signature id, long slot, Option<TransactionFailure> failure) implements SubmissionCommand {}

    /**
     * The chain does not know it.
     *
     * @param reading of its lifetime, read before the chain was asked for it: what was over by then can't have landed since
     * @param search for its message under other signatures, made after the reading
     */
    record FindMissing(LifetimeReading reading, HistorySearch search) implements SubmissionCommand {}
}
