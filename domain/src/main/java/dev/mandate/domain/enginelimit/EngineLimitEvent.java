package dev.mandate.domain.enginelimit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.Window;
import io.vavr.collection.Array;

/** What happened to an engine limit. */
public sealed interface EngineLimitEvent {

    /**
     * The limit's creation was built.
     *
     * @param presence {@code BUILT}; limits of older journals count as landed
     */
    record Granted(EngineLimitSubject subject, PolicyTerms terms, LimitPresence presence) implements EngineLimitEvent {}

    /** It was seen on the chain. */
    record Landed() implements EngineLimitEvent {}

    /**
     * An amount is reserved.
     *
     * @param windows as in {@link EngineLimit}, with the one in force; nothing is taken of them yet
     */
    record Reserved(Reservation reservation, Array<Window> windows) implements EngineLimitEvent {}

    /** The policy key never signed it. */
    record Lapsed(Bytes32 message) implements EngineLimitEvent {}

    record Signed(Bytes32 message) implements EngineLimitEvent {}

    /**
     * A use landed, or nobody can tell any more.
     *
     * @param windows as in {@link EngineLimit}, without the spent amount in those in which it counts
     */
    record Spent(Bytes32 message, Array<Window> windows) implements EngineLimitEvent {}

    /**
     * The uses on the chain were counted again, after a loss of commits.
     *
     * @param windows as in {@link EngineLimit}, with the smaller amount of both counts
     */
    record Recounted(Array<Window> windows) implements EngineLimitEvent {}

    record Released(Bytes32 message) implements EngineLimitEvent {}

    record Ended(Ending ending) implements EngineLimitEvent {}
}
