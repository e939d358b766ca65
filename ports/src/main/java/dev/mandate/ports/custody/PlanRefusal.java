package dev.mandate.ports.custody;

import io.vavr.collection.Array;

/** Why not all steps of a plan have landed. */
public sealed interface PlanRefusal {

    /** The steps that have, in order: the first ones. */
    Array<Submission> landed();

    /** The next step was not sent. */
    record NotTaken(Array<Submission> landed, SubmissionRefusal why) implements PlanRefusal {}

    /**
     * The next step was sent and has not landed.
     *
     * @param step it failed or expired; or it is still on its way, and the same call goes on with it
     */
    record NotLanded(Array<Submission> landed, Submission step) implements PlanRefusal {}
}
