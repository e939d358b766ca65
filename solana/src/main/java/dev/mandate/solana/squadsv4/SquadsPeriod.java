package dev.mandate.solana.squadsv4;

import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.borsh.BorshWriter;
import io.vavr.control.Option;

/** How often a spending limit starts anew. Declared in the order of their tags on the wire. */
public enum SquadsPeriod {
    ONE_TIME(0),
    DAY(1),
    WEEK(2),
    MONTH(3);

    private static final SquadsPeriod[] ALL = values();
    private static final long DAY_SECONDS = 86_400;

    private final int tag;

    SquadsPeriod(int tag) {
        this.tag = tag;
    }

    public static SquadsPeriod read(BorshReader in) {
        return ALL[in.variant(ALL.length - 1)];
    }

    public void write(BorshWriter out) {
        out.u8(tag);
    }

    /** The program's length of it: a month is 30 days. None where it never starts anew. */
    public Option<Long> seconds() {
        return switch (this) {
            case ONE_TIME -> Option.none();
            case DAY -> Option.some(DAY_SECONDS);
            case WEEK -> Option.some(7 * DAY_SECONDS);
            case MONTH -> Option.some(30 * DAY_SECONDS);
        };
    }
}
