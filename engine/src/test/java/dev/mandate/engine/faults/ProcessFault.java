package dev.mandate.engine.faults;

/** A fault of a process at one of its steps: it dies, or another process comes in between. */
public final class ProcessFault {

    private long stepsLeft;
    private final Runnable blow;

    private ProcessFault(long steps, Runnable blow) {
        this.stepsLeft = steps;
        this.blow = blow;
    }

    /** Death comes at step number {@code steps}, counted from 0. */
    public static ProcessFault after(long steps) {
        return new ProcessFault(steps, () -> {
            throw new Crash();
        });
    }

    /** Once, before step number {@code steps}, {@code other} has its turn. */
    public static ProcessFault interrupted(long steps, Runnable other) {
        return new ProcessFault(steps, other);
    }

    public static ProcessFault never() {
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
