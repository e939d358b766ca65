package dev.mandate.domain.kernel;

import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * Rules as two pure functions.
 *
 * <p>{@link #decide} returns the events that follow from a command in a state at a given time, or a refusal with the reason.
 * {@link #evolve} applies one event. Both depend only on their arguments: equal arguments give equal results. Folding {@code
 * evolve} over the events of a history gives the state.
 *
 * @param <S> the state
 * @param <C> the commands, a sealed type
 * @param <E> the events, a sealed type
 * @param <R> the refusals, a sealed type that carries facts
 */
public interface Decider<S, C, E, R> {

    /** Returns the state before the first event. */
    S initial();

    /**
     * Decides on {@code command} in {@code state} at {@code now}.
     *
     * @return the events in order, never empty; or the refusal, and then nothing happens
     */
    Either<R, Seq<E>> decide(S state, C command, UnixTime now);

    /**
     * Returns the state after {@code event}.
     *
     * @throws IllegalStateException if the event cannot follow from this state: the history is broken; a rule never causes this
     */
    S evolve(S state, E event);

    /** Returns the state after all of {@code events}, in order. */
    default S fold(S state, Iterable<? extends E> events) {
        S folded = state;
        for (E event : events) {
            folded = evolve(folded, event);
        }
        return folded;
    }
}
