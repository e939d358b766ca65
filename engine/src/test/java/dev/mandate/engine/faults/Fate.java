package dev.mandate.engine.faults;

/** What befalls a process at one of its steps: it dies, or somebody else comes in between. */
public final class Fate {

    private long stepsLeft;
    private final Runnable blow;

    private Fate(long steps, Runnable blow) {
        this.stepsLeft = steps;
        this.blow = blow;
    }

    /** Death comes at step number {@code steps}, counted from 0. */
    public static Fate after(long steps) {
        return new Fate(steps, () -> {
            throw new Crash();
        });
    }

    /** Once, before step number {@code steps}, {@code other} has its turn. */
    public static Fate interrupted(long steps, Runnable other) {
        return new Fate(steps, other);
    }

    public static Fate never() {
        return after(Long.MAX_VALUE);
    }

    /** Whether the blow has fallen. */
    public boolean isFulfilled() {
        return stepsLeft < 0;
    }

    public void step() {
        stepsLeft--;
        if (stepsLeft == -1) {
            blow.run();
        }
    }
}
