package dev.mandate.engine.submission;

/** What befalls a process at one of its steps: it dies, or somebody else comes in between. */
final class Fate {

    private long stepsLeft;
    private final Runnable blow;

    private Fate(long steps, Runnable blow) {
        this.stepsLeft = steps;
        this.blow = blow;
    }

    /** Death comes at step number {@code steps}, counted from 0. */
    static Fate after(long steps) {
        return new Fate(steps, () -> {
            throw new Crash();
        });
    }

    /** Once, before step number {@code steps}, {@code other} has its turn. */
    static Fate interrupted(long steps, Runnable other) {
        return new Fate(steps, other);
    }

    static Fate never() {
        return after(Long.MAX_VALUE);
    }

    /** Whether the blow has fallen. */
    boolean isFulfilled() {
        return stepsLeft < 0;
    }

    void step() {
        stepsLeft--;
        if (stepsLeft == -1) {
            blow.run();
        }
    }
}
