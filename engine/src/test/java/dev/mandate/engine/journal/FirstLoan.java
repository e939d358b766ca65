package dev.mandate.engine.journal;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** A state with its events, as the first version of their type recorded them. */
record FirstLoan(Terms terms, Seq<Terms> former) {

    static final EntityType<FirstLoan, Event> TYPE = EntityType.of("loan", FirstLoan.class, Event.class, FirstLoan::evolve);

    enum Period {
        DAY,
        YEAR
    }

    record Terms(long amount, int vault, Option<String> memo, Period period) {}

    sealed interface Event {
        record Opened(Terms terms) implements Event {}

        record Changed(Terms terms) implements Event {}

        record Closed() implements Event {}
    }

    private static FirstLoan evolve(Option<FirstLoan> before, Event event) {
        return switch (event) {
            case Event.Opened(Terms terms) -> new FirstLoan(terms, Array.empty());
            case Event.Changed(Terms terms) -> new FirstLoan(terms, before.get().former.append(before.get().terms));
            case Event.Closed closed -> before.get();
        };
    }
}
