package dev.mandate.domain.kernel;

import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * A rule book as two pure functions.
 *
 * <p>{@link #decide} answers what a command does to a state at a moment: the events that follow from it, or the refusal
 * that says why nothing does. {@link #evolve} applies one event. Both are functions of their arguments alone: the same
 * arguments always give equal answers. Folding {@code evolve} over the events of a history gives the state.
 *
 * @param <S> the state
 * @param <C> what may be asked, a sealed type
 * @param <E> what may happen, a sealed type
 * @param <R> why not, a sealed type that carries facts
 */
public interface Decider<S, C, E, R> {

    /** The state before the first event. */
    S initial();

    /**
     * What {@code command} does to {@code state} at {@code now}.
     *
     * @return the events in order, never empty; or the refusal, and then nothing has happened
     */
    Either<R, Seq<E>> decide(S state, C command, UnixTime now);

    /**
     * The state after {@code event}.
     *
     * @throws IllegalStateException if the event cannot follow from this state: a broken history, never a rule
     */
    S evolve(S state, E event);

    /** The state after all of {@code events}, in order. */
    default S fold(S state, Iterable<? extends E> events) {
        S folded = state;
        for (E event : events) {
            folded = evolve(folded, event);
        }
        return folded;
    }
}
