package dev.mandate.ports.api.custody;

import io.vavr.collection.Array;

/** Why not all steps of a plan landed. */
public sealed interface PlanRefusal {

    /** The steps that landed, in order. They are the first steps of the plan. */
    Array<Submission> landed();

    /** The next step was refused and not sent. */
    record NotTaken(Array<Submission> landed, SubmissionRefusal why) implements PlanRefusal {}

    /**
     * The next step was sent and has not landed.
     *
     * @param step it failed or expired, or it is still pending; if pending, repeat the call to continue
     */
    record NotLanded(Array<Submission> landed, Submission step) implements PlanRefusal {}
}
