package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.Window;

/** What happened to an engine limit. */
public sealed interface EngineLimitEvent {

    record Granted(EngineLimitSubject subject, PolicyTerms terms) implements EngineLimitEvent {}

    /**
     * An amount is reserved.
     *
     * @param window the window in force, of which nothing is taken yet
     */
    record Reserved(Reservation reservation, Window window) implements EngineLimitEvent {}

    /** The policy key never signed it. */
    record Lapsed(Bytes32 message) implements EngineLimitEvent {}

    record Signed(Bytes32 message) implements EngineLimitEvent {}

    /**
     * A use landed, or nobody can tell any more.
     *
     * @param window the window in force without the spent amount
     */
    record Spent(Bytes32 message, Window window) implements EngineLimitEvent {}

    record Released(Bytes32 message) implements EngineLimitEvent {}

    record Ended(Ending ending) implements EngineLimitEvent {}
}
