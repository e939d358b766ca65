package dev.mandate.testkit.naive;

import java.util.ArrayList;
import java.util.List;

/**
 * A second model of a limit that the engine keeps, written from the interface alone. It keeps every use for ever and adds them up anew for each
 * question. A use counts in a window if it was spent in it, or may still land.
 */
public final class NaiveEngineLimit {

    private enum Fate {
        WAITING,
        SIGNED,
        SPENT,
        GONE
    }

    private static final class Use {
        private final long amount;
        private final long until;
        private Fate fate = Fate.WAITING;
        private long spentAt;

        private Use(long amount, long until) {
            this.amount = amount;
            this.until = until;
        }

        private boolean isOpen(long now) {
            return fate == Fate.SIGNED || (fate == Fate.WAITING && now < until);
        }
    }

    private final long amount;
    private final long seconds;
    private final boolean once;
    private final long expiration;
    private final List<Use> uses = new ArrayList<>();
    private long windowStart;
    private boolean over;

    /**
     * A limit whose first window begins at {@code start}.
     *
     * @param seconds of a period; 0: never restored
     * @param expiration {@code Long.MAX_VALUE}: never
     */
    public NaiveEngineLimit(long amount, long seconds, boolean once, long expiration, long start) {
        this.amount = amount;
        this.seconds = seconds;
        this.once = once;
        this.expiration = expiration;
        this.windowStart = start;
    }

    /** Returns the number of the use, or -1 if it is refused. */
    public int reserve(long asked, long now) {
        if (over || now >= expiration || (once && uses.stream().anyMatch(use -> use.isOpen(now))) || asked > left(now)) {
            return -1;
        }
        if (uses.stream().filter(use -> use.isOpen(now)).count() >= 64) {
            return -1;
        }
        roll(now);
        uses.stream().filter(use -> use.fate == Fate.WAITING && now >= use.until).forEach(use -> use.fate = Fate.GONE);
        uses.add(new Use(asked, now + 180));
        return uses.size() - 1;
    }

    public boolean sign(int number, long now) {
        Use use = uses.get(number);
        if (over || now >= expiration || use.fate != Fate.WAITING || now >= use.until) {
            return false;
        }
        use.fate = Fate.SIGNED;
        return true;
    }

    public boolean settle(int number, boolean landed, long now) {
        Use use = uses.get(number);
        if (use.fate != Fate.SIGNED) {
            return false;
        }
        use.fate = landed ? Fate.SPENT : Fate.GONE;
        if (landed) {
            roll(now);
            use.spentAt = Math.max(now, windowStart);
            over = over || once;
        }
        return true;
    }

    /** What may be reserved at {@code now}. */
    public long left(long now) {
        long start = startAt(now);
        long taken = 0;
        for (Use use : uses) {
            // The last second of a window is the first of the next, if nothing was used since.
            boolean inWindow = use.spentAt > start || (use.spentAt == start && start == windowStart);
            taken += use.isOpen(now) || (use.fate == Fate.SPENT && inWindow) ? use.amount : 0;
        }
        return amount - taken;
    }

    private void roll(long now) {
        windowStart = startAt(now);
    }

    private long startAt(long now) {
        long start = windowStart;
        if (seconds > 0 && now - start > seconds) {
            while (now - start >= seconds) {
                start += seconds;
            }
        }
        return start;
    }
}
