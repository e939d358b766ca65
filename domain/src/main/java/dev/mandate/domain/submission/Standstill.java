package dev.mandate.domain.submission;

/** Why nothing happens to a submission. */
public sealed interface Standstill {

    /** It is at its end. */
    record Over(SubmissionState.Final state) implements Standstill {}

    /** This step comes before or after another one: it is not its turn. */
    record OutOfTurn(SubmissionState state) implements Standstill {}

    /** All of this is known. */
    record NothingNew(SubmissionState state) implements Standstill {}
}
