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

    /** Waits of 5, 30 and 2 seconds, whose queries stay within the budget of a request. */
    public static final WaitPolicy DEFAULT = new WaitPolicy(
            new Wait(10, Duration.ofMillis(250)), new Wait(16, Duration.ofMillis(500)), new Wait(1, Duration.ofSeconds(2)));

    /** No waiting: the first answer of the chain counts. */
    public static final WaitPolicy NONE = new WaitPolicy(Wait.NONE, Wait.NONE, Wait.NONE);

    /**
     * A number of further queries, with a pause before each. The pause doubles after four queries, three times at most.
     *
     * @param looks number of further queries
     * @param pause before each of the first four queries
     */
    public record Wait(int looks, Duration pause) {

        private static final int EQUAL_PAUSES = 4;
        private static final int MOST_DOUBLINGS = 3;

        static final Wait NONE = new Wait(0, Duration.ZERO);

        public Wait {
            if (looks < 0 || pause.isNegative()) {
                throw new IllegalArgumentException(looks + " looks, each after " + pause);
            }
        }

        /**
         * Waits for the next query, or for news. An interrupt ends the wait; the thread stays interrupted.
         *
         * @param look number of the query, from 0
         */
        public boolean rest(LandingHint news, int look) {
            try {
                news.await(pause.multipliedBy(1L << Math.min(look / EQUAL_PAUSES, MOST_DOUBLINGS)));
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
