package dev.mandate.domain.spending;

import io.vavr.control.Option;

/** The time after which a spending limit's full amount is available again. */
public enum Period {
    /** The amount is never restored. It may be spent in parts until it is used up. */
    ONE_TIME(0),
    DAY(86_400),
    /** 7 days. */
    WEEK(604_800),
    /** 30 days. */
    MONTH(2_592_000);

    private final long seconds;

    Period(long seconds) {
        this.seconds = seconds;
    }

    /** Its length in seconds; none if the amount is never restored. */
    public Option<Long> lengthSeconds() {
        return this == ONE_TIME ? Option.none() : Option.some(seconds);
    }
}
