package dev.mandate.engine.submission;

import java.time.Duration;

/**
 * How long answers wait.
 *
 * @param creation for an account to stand on the chain
 * @param confirmation for a submitted transaction to land, if the client waits for that
 * @param blockhash for a node to learn a blockhash that it does not know
 */
public record WaitPolicy(Wait creation, Wait confirmation, Wait blockhash) {

    /** 5, 30 and 2 seconds. */
    public static final WaitPolicy DEFAULT = new WaitPolicy(
            new Wait(20, Duration.ofMillis(250)), new Wait(60, Duration.ofMillis(500)), new Wait(1, Duration.ofSeconds(2)));

    /** The first answer counts. */
    public static final WaitPolicy NONE = new WaitPolicy(Wait.NONE, Wait.NONE, Wait.NONE);

    /**
     * Looks again, with pauses.
     *
     * @param looks how often the chain is asked again
     * @param pause before each look
     */
    public record Wait(int looks, Duration pause) {

        static final Wait NONE = new Wait(0, Duration.ZERO);

        public Wait {
            if (looks < 0 || pause.isNegative()) {
                throw new IllegalArgumentException(looks + " looks, each after " + pause);
            }
        }

        /** Waits for the next look; an interrupt ends the waiting, and stays on record with the thread. */
        public boolean rest() {
            try {
                Thread.sleep(pause);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
