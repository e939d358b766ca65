package dev.mandate.ports.spi.chain;

import java.time.Duration;

/**
 * News of a transaction, which may be late, doubled, missing or false: it ends a wait and proves nothing. After each wait {@link
 * Chain#statuses} says what is true.
 */
public interface LandingHint extends AutoCloseable {

    /** No news. */
    LandingHint NONE = new LandingHint() {
        @Override
        public void await(Duration most) throws InterruptedException {
            Thread.sleep(most);
        }

        @Override
        public void close() {}
    };

    /** Waits for {@code most}. The first news ends one wait early. */
    void await(Duration most) throws InterruptedException;

    /** Ends the listening. */
    @Override
    void close();
}
