package dev.mandate.engine.submission;

/** How far a drive got. */
public sealed interface Progress {

    SubmissionRecord record();

    /** It is at its end. */
    record Over(SubmissionRecord record) implements Progress {}

    /**
     * Nothing more can be done right now; to be driven again.
     *
     * @param reason what it waits for, for the operator
     */
    record Open(SubmissionRecord record, String reason) implements Progress {}
}
