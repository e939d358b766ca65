package dev.mandate.ports.api.webhook;

import dev.mandate.ports.api.events.EventType;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Selects types of events: the name of one, or a beginning of names with {@code *} behind it. It selects at least one type that exists now. */
public record EventPattern(String text) {

    public EventPattern {
        if (selected(text).isEmpty()) {
            throw new IllegalArgumentException("no pattern of events");
        }
    }

    /** None if {@code text} selects nothing. */
    public static Option<EventPattern> parse(String text) {
        return Option.when(selected(text).nonEmpty(), () -> new EventPattern(text));
    }

    private static Array<EventType> selected(String text) {
        return Array.of(EventType.values()).filter(type -> selects(text, type));
    }

    private static boolean selects(String text, EventType type) {
        return text.endsWith("*") ? type.word().startsWith(text.substring(0, text.length() - 1)) : type.word().equals(text);
    }

    public boolean selects(EventType type) {
        return selects(text, type);
    }

    @Override
    public String toString() {
        return text;
    }
}
