package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.submission.InvalidTransition;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionEvent;
import dev.mandate.domain.submission.SubmissionRules;
import dev.mandate.domain.submission.SubmissionState;

/** The rules of a submission keep the laws. */
class SubmissionRulesLawsTest extends SubmissionLaws {

    @Override
    protected Decider<SubmissionState, SubmissionCommand, SubmissionEvent, InvalidTransition> rules() {
        return new SubmissionRules();
    }
}
