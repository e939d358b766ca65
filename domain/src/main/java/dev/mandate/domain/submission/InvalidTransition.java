package dev.mandate.domain.submission;

/** Why nothing happens to a submission. */
public sealed interface InvalidTransition {

    /** It is at its end. */
    record Over(SubmissionState.Final state) implements InvalidTransition {}

    /** This step comes before or after another one: it is not its turn. */
    record OutOfTurn(SubmissionState state) implements InvalidTransition {}

    /** All of this is known. */
    record NothingNew(SubmissionState state) implements InvalidTransition {}
}
