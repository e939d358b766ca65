package dev.mandate.engine.submission;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.ports.tenant.SubmissionId;

/**
 * A submission as the journal has it.
 *
 * @param version of its stream: a decision made on this state is committed only if nothing was added since
 * @param at of its last event, by the server's clock
 */
public record SubmissionRecord(
        SubmissionId id, SubmissionSubject subject, SubmissionState state, long version, UnixTime at) {}
