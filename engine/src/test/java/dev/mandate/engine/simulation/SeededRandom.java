package dev.mandate.engine.simulation;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Draws the same numbers each time, so that a seed repeats its schedule. */
final class SeededRandom extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final transient RandomGenerator random;

    SeededRandom(long seed) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        random.nextBytes(bytes);
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }
}
