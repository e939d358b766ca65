package dev.mandate.engine.parts;

import dev.mandate.ports.spi.chain.LandingHint;
import java.time.Duration;

/**
 * How long calls wait for the chain.
 *
 * @param creation for a new account to exist on the chain
 * @param confirmation for a submitted transaction to land, if the client waits for that
 * @param blockhash for a node to learn a blockhash that it does not know
 */
public record WaitPolicy(Wait creation, Wait confirmation, Wait blockhash) {

    /** Waits of 5, 30 and 2 seconds. */
    public static final WaitPolicy DEFAULT = new WaitPolicy(
            new Wait(20, Duration.ofMillis(250)), new Wait(60, Duration.ofMillis(500)), new Wait(1, Duration.ofSeconds(2)));

    /** No waiting: the first answer of the chain counts. */
    public static final WaitPolicy NONE = new WaitPolicy(Wait.NONE, Wait.NONE, Wait.NONE);

    /**
     * A number of further queries, with a pause before each.
     *
     * @param looks number of further queries
     * @param pause before each query
     */
    public record Wait(int looks, Duration pause) {

        static final Wait NONE = new Wait(0, Duration.ZERO);

        public Wait {
            if (looks < 0 || pause.isNegative()) {
                throw new IllegalArgumentException(looks + " looks, each after " + pause);
            }
        }

        /** Waits for the next query, or for news. An interrupt ends the wait; the thread stays interrupted. */
        public boolean rest(LandingHint news) {
            try {
                news.await(pause);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
