package dev.mandate.engine.submission;

import dev.mandate.ports.spi.keys.VaultFault;

/** The result of driving a submission. */
public sealed interface Progress {

    SubmissionRecord record();

    /** It is final. */
    record Over(SubmissionRecord record) implements Progress {}

    /** It is not signed yet, because the key vault does not sign now. Drive it again soon. */
    record Unsigned(SubmissionRecord record, VaultFault fault) implements Progress {}

    /**
     * It is not final, and nothing more can be done now. Drive it again later.
     *
     * @param reason for the operator, why it is not final yet
     */
    record Open(SubmissionRecord record, String reason) implements Progress {}
}
