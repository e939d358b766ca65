package dev.mandate.ports.memory;

import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers that never change, kept for a while because to find them takes longer than to remember them.
 *
 * <p>Safe from any thread. Bounded: each question has one place, and a newer one takes it over. Nothing but time is lost then.
 *
 * @param <Q> what is asked; told apart by {@code equals}
 * @param <A> what is answered
 */
public final class Memory<Q, A> {

    private final int bits;
    private final AtomicReferenceArray<@Nullable Kept<Q, A>> places;

    private record Kept<Q, A>(Q question, A answer) {}

    /**
     * An empty one.
     *
     * @param bits of the number of places, 1 to 20: ten for about a thousand
     */
    public Memory(int bits) {
        if (bits < 1 || bits > 20) {
            throw new IllegalArgumentException("a memory of two to the " + bits + " places");
        }
        this.bits = bits;
        this.places = new AtomicReferenceArray<>(1 << bits);
    }

    /** What was kept for {@code question}, if nothing took its place. */
    public Option<A> find(Q question) {
        Kept<Q, A> kept = places.get(place(question));
        return kept != null && kept.question().equals(question) ? Option.some(kept.answer()) : Option.none();
    }

    /** Keeps an answer, and gives it back. */
    public A keep(Q question, A answer) {
        places.set(place(question), new Kept<>(question, answer));
        return answer;
    }

    /** What is known, or else what {@code otherwise} gives, from then on known. */
    public A find(Q question, Supplier<A> otherwise) {
        Kept<Q, A> kept = places.get(place(question));
        return kept != null && kept.question().equals(question) ? kept.answer() : keep(question, otherwise.get());
    }

    /** Fibonacci hashing: the upper bits of a product depend on all bits of the hash. */
    private int place(Q question) {
        return (question.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - bits);
    }
}
