package dev.mandate.testkit.naive;

import java.util.ArrayList;
import java.util.List;

/**
 * A second model of a limit that the engine keeps, written from the interface alone. It keeps every use for ever and adds them up anew for each
 * question. A use counts in a window if it landed in it by a clock, or may still land. Windows are counted from 0, and begin at second 0.
 */
public final class NaiveEngineLimit {

    /** The time of a landing that nobody can tell. */
    public static final long UNKNOWN = Long.MIN_VALUE;

    /** What the chain's nodes and the server show. */
    public record Clocks(long earliest, long latest, long server) {

        private long first() {
            return Math.min(earliest, server);
        }

        private long last() {
            return Math.max(latest, server);
        }
    }

    private enum Fate {
        WAITING,
        SIGNED,
        SPENT,
        GONE
    }

    private static final class Use {
        private final long amount;
        private final Clocks reserved;
        private Fate fate = Fate.WAITING;
        private long landedFrom;
        private long landedTo;

        private Use(long amount, Clocks reserved) {
            this.amount = amount;
            this.reserved = reserved;
        }

        private boolean isLapsed(Clocks now) {
            return fate == Fate.WAITING && now.last() >= reserved.last() + 180;
        }

        private boolean isOpen(Clocks now) {
            return fate == Fate.SIGNED || (fate == Fate.WAITING && !isLapsed(now));
        }
    }

    private final long amount;
    private final long seconds;
    private final boolean once;
    private final long expiration;
    private final List<Use> uses = new ArrayList<>();
    private boolean over;

    /**
     * A limit whose first window begins at 0.
     *
     * @param seconds of a period; 0: never restored
     * @param expiration {@code Long.MAX_VALUE}: never
     */
    public NaiveEngineLimit(long amount, long seconds, boolean once, long expiration) {
        this.amount = amount;
        this.seconds = seconds;
        this.once = once;
        this.expiration = expiration;
    }

    private boolean isOver(Clocks now) {
        return over || now.last() >= expiration;
    }

    /** Returns the number of the use, or -1 if it is refused. */
    public int reserve(long asked, Clocks now) {
        long open = uses.stream().filter(use -> use.isOpen(now)).count();
        if (isOver(now) || open >= (once ? 1 : 64) || asked > left(now)) {
            return -1;
        }
        uses.stream().filter(use -> use.isLapsed(now)).forEach(use -> use.fate = Fate.GONE);
        uses.add(new Use(asked, now));
        return uses.size() - 1;
    }

    public boolean sign(int number, Clocks now) {
        Use use = uses.get(number);
        if (isOver(now) || use.fate != Fate.WAITING || use.isLapsed(now)) {
            return false;
        }
        use.fate = Fate.SIGNED;
        return true;
    }

    /**
     * The use landed.
     *
     * @param at on the chain's clock, or {@link #UNKNOWN}
     */
    public boolean land(int number, long at, Clocks now) {
        Use use = uses.get(number);
        if (use.fate != Fate.SIGNED) {
            return false;
        }
        Clocks then = use.reserved;
        long from = at == UNKNOWN ? then.earliest : at;
        long to = at == UNKNOWN ? Math.max(then.earliest, now.latest) : at;
        use.landedFrom = Math.max(then.first(), Math.min(from, from + then.server - then.latest));
        use.landedTo = Math.max(to, to + then.server - then.earliest);
        use.fate = Fate.SPENT;
        over = over || once;
        return true;
    }

    public boolean fail(int number) {
        Use use = uses.get(number);
        boolean could = use.fate == Fate.SIGNED;
        use.fate = could ? Fate.GONE : use.fate;
        return could;
    }

    /** What may be reserved: what is left of the present window, and of each later one. */
    public long left(Clocks now) {
        long last = uses.stream().mapToLong(use -> window(use.landedTo)).max().orElse(0);
        long left = Long.MAX_VALUE;
        for (long window = window(now.first()); window <= Math.max(last, window(now.first())); window++) {
            left = Math.min(left, amount - taken(window, now));
        }
        return left;
    }

    private long taken(long window, Clocks now) {
        return uses.stream()
                .filter(use -> use.isOpen(now)
                        || (use.fate == Fate.SPENT && window(use.landedFrom) <= window && window <= window(use.landedTo)))
                .mapToLong(use -> use.amount)
                .sum();
    }

    /** A window holds its last second. */
    private long window(long time) {
        return seconds == 0 || time <= 0 ? 0 : (time - 1) / seconds;
    }
}
