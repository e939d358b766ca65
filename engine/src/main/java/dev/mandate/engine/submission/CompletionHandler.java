package dev.mandate.engine.submission;

import io.vavr.control.Option;

/** What follows from the end of a submission. */
@FunctionalInterface
public interface CompletionHandler {

    /**
     * Settles what follows from it. May be asked again, also after it was done.
     *
     * @return what it waits for, for the operator; none if it is done
     */
    Option<String> settle(SubmissionRecord over);
}
