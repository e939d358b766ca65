package dev.mandate.engine.simulation;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A step of a schedule. It depends on no other step's draws, so that a schedule can lose steps.
 *
 * @param instance the one that works, if one does
 * @param subject which order, node or job
 * @param draw seeds what is drawn during the step
 */
record Step(Kind kind, int instance, int subject, long draw) {

    private static final int SUBJECTS = 1_000;

    /** What a step does. */
    enum Kind {
        PAYMENT(10),
        NONCE(1),
        ACCOUNT(2),
        SIGN_IN(2),
        DEPOSIT(2),
        JOB(14),
        TIME(6),
        MONTHS(1),
        NODE(5),
        FORK(3),
        RECEIVER(1),
        MAIL(1),
        CLOCK(1),
        RESTART(1),
        BACKUP(2),
        JOURNAL_GOES_BACK(2),
        RESTORE(1);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        private static Kind of(int drawn) {
            int left = drawn;
            for (Kind kind : values()) {
                left -= kind.weight;
                if (left < 0) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("drawn: " + drawn);
        }

        private static int weights() {
            int sum = 0;
            for (Kind kind : values()) {
                sum += kind.weight;
            }
            return sum;
        }
    }

    static Step drawn(RandomGenerator random) {
        return new Step(
                Kind.of(random.nextInt(Kind.weights())), random.nextInt(World.INSTANCES), random.nextInt(SUBJECTS), random.nextLong());
    }

    RandomGenerator random() {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(draw);
    }
}
