package dev.mandate.ports.cache;

import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers that never change, kept for a while because to find them takes longer than to remember them.
 *
 * <p>Safe from any thread. Bounded: each question has two places, and a newer one takes over that of the older. Nothing but time is
 * lost then; and two questions that are asked in turns don't drive out each other. It is the question that is asked whether it equals
 * what was kept: of the one the compiler knows the class, where it is asked from, and of the other nothing.
 *
 * @param <Q> what is asked; told apart by {@code equals}
 * @param <A> what is answered
 */
public final class BoundedCache<Q, A> {

    private final int bits;
    private final AtomicReferenceArray<@Nullable Kept<Q, A>> places;

    private record Kept<Q, A>(Q question, A answer) {}

    /**
     * An empty one.
     *
     * @param bits of the number of places, 1 to 20: ten for about a thousand
     */
    public BoundedCache(int bits) {
        if (bits < 1 || bits > 20) {
            throw new IllegalArgumentException("a memory of two to the " + bits + " places");
        }
        this.bits = bits;
        this.places = new AtomicReferenceArray<>(1 << bits);
    }

    /** What was kept for {@code question}, if nothing took its place. */
    public Option<A> find(Q question) {
        int newer = place(question);
        return answer(newer, question).orElse(() -> answer(newer + 1, question));
    }

    private Option<A> answer(int place, Q question) {
        Kept<Q, A> kept = places.get(place);
        return kept != null && question.equals(kept.question()) ? Option.some(kept.answer()) : Option.none();
    }

    /** Keeps an answer, and gives it back. */
    public A keep(Q question, A answer) {
        int newer = place(question);
        places.set(newer + 1, places.get(newer));
        places.set(newer, new Kept<>(question, answer));
        return answer;
    }

    /** What is known, or else what {@code otherwise} answers, from then on known. */
    public A find(Q question, Function<? super Q, ? extends A> otherwise) {
        int newer = place(question);
        Kept<Q, A> kept = places.get(newer);
        if (kept == null || !question.equals(kept.question())) {
            kept = places.get(newer + 1);
        }
        return kept != null && question.equals(kept.question()) ? kept.answer() : keep(question, otherwise.apply(question));
    }

    /** The first of its two. Fibonacci hashing: the upper bits of a product depend on all bits of the hash. */
    private int place(Q question) {
        return (question.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - bits) & ~1;
    }
}
