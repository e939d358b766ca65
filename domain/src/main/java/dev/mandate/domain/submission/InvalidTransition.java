package dev.mandate.domain.submission;

/** Why a command does not change a submission. */
public sealed interface InvalidTransition {

    /** The submission has ended. */
    record Over(SubmissionState.Final state) implements InvalidTransition {}

    /** The step is not possible in this state. */
    record OutOfTurn(SubmissionState state) implements InvalidTransition {}

    /** The command contains nothing new. */
    record NothingNew(SubmissionState state) implements InvalidTransition {}
}
