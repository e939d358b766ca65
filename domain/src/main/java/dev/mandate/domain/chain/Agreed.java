package dev.mandate.domain.chain;

import java.util.function.Function;

/**
 * A fact of the chain that as many sources told alike as have to. A signature and a final word rest on such facts alone: what takes one as an
 * argument cannot be given what one source said. Whoever makes one has compared the answers; a test holds the places to a list.
 *
 * @param value what they told
 * @param sources the number of sources that told it; 1 where the chain has one source, which is trusted
 */
public record Agreed<T>(T value, int sources) {

    /**
     * An agreed fact.
     *
     * @throws IllegalArgumentException if no source told it
     */
    public Agreed {
        if (sources < 1) {
            throw new IllegalArgumentException("an agreed fact has at least one source");
        }
    }

    /** What follows from this fact alone. */
    public <U> Agreed<U> map(Function<? super T, ? extends U> conclusion) {
        return new Agreed<>(conclusion.apply(value), sources);
    }
}
