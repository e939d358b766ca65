package dev.mandate.domain.spending;

import io.vavr.control.Option;

/** The periods that can be asked for (interface, "Spending limit"). */
public enum PolicyPeriod {
    /** The limit can be used once, for any part of its amount. */
    ONE_TIME,
    DAY,
    /** 7 days. */
    WEEK,
    /** 30 days. */
    MONTH,
    /** 365 days. The chain has no such period. */
    YEAR;

    public static final long YEAR_SECONDS = 31_536_000;

    /** The period that means the same on the chain. */
    public Option<Period> onChain() {
        return switch (this) {
            case DAY -> Option.some(Period.DAY);
            case WEEK -> Option.some(Period.WEEK);
            case MONTH -> Option.some(Period.MONTH);
            case ONE_TIME, YEAR -> Option.none();
        };
    }

    /** Its length in seconds; none if the amount is never restored. */
    public Option<Long> lengthSeconds() {
        return this == YEAR ? Option.some(YEAR_SECONDS) : onChain().flatMap(Period::lengthSeconds);
    }
}
