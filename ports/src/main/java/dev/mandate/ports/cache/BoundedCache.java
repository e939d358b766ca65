package dev.mandate.ports.cache;

import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A cache of answers that never change.
 *
 * <p>Safe from any thread. Bounded: each key has two places, and a newer entry replaces the older one, which only costs time. Two keys
 * that are used in turns do not replace each other.
 *
 * @param <Q> the key, compared by {@code equals}
 * @param <A> the answer
 */
public final class BoundedCache<Q, A> {

    private final int bits;
    private final AtomicReferenceArray<@Nullable Kept<Q, A>> places;

    private record Kept<Q, A>(Q question, A answer) {}

    /**
     * An empty cache.
     *
     * @param bits 1 to 20; the cache has two to the power of {@code bits} places
     */
    public BoundedCache(int bits) {
        if (bits < 1 || bits > 20) {
            throw new IllegalArgumentException("a memory of two to the " + bits + " places");
        }
        this.bits = bits;
        this.places = new AtomicReferenceArray<>(1 << bits);
    }

    /** The cached answer to {@code question}, if it was not replaced. */
    public Option<A> find(Q question) {
        int newer = place(question);
        return answer(newer, question).orElse(() -> answer(newer + 1, question));
    }

    private Option<A> answer(int place, Q question) {
        Kept<Q, A> kept = places.get(place);
        return kept != null && question.equals(kept.question()) ? Option.some(kept.answer()) : Option.none();
    }

    /** Caches an answer, and returns it. */
    public A keep(Q question, A answer) {
        int newer = place(question);
        places.set(newer + 1, places.get(newer));
        places.set(newer, new Kept<>(question, answer));
        return answer;
    }

    /** The cached answer, or else that of {@code otherwise}, which is then cached. */
    public A find(Q question, Function<? super Q, ? extends A> otherwise) {
        int newer = place(question);
        Kept<Q, A> kept = places.get(newer);
        if (kept == null || !question.equals(kept.question())) {
            kept = places.get(newer + 1);
        }
        return kept != null && question.equals(kept.question()) ? kept.answer() : keep(question, otherwise.apply(question));
    }

    /** The first of its two places. Fibonacci hashing: the upper bits of a product depend on all bits of the hash. */
    private int place(Q question) {
        return (question.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - bits) & ~1;
    }
}
