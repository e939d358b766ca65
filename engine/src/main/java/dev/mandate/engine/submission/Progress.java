package dev.mandate.engine.submission;

/** The result of driving a submission. */
public sealed interface Progress {

    SubmissionRecord record();

    /** It is final. */
    record Over(SubmissionRecord record) implements Progress {}

    /**
     * It is not final, and nothing more can be done now. Drive it again later.
     *
     * @param reason for the operator, why it is not final yet
     */
    record Open(SubmissionRecord record, String reason) implements Progress {}
}
