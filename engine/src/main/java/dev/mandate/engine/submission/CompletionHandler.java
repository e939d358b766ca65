package dev.mandate.engine.submission;

import io.vavr.control.Option;

/** Settles what depends on the end of a submission. */
@FunctionalInterface
public interface CompletionHandler {

    /**
     * Settles everything that depends on this ended submission. May be called again, also after it was settled.
     *
     * @return for the operator, the reason why it is not settled yet; none if it is
     */
    Option<String> settle(SubmissionRecord over);
}
