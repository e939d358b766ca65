package dev.mandate.ports.api.events;

/**
 * The id of an event. It follows from the recorded event and the tenant, so it is the same in each delivery, and after events were projected anew.
 *
 * @param text {@code evt_} and 32 hexadecimal digits
 */
public record EventId(String text) {

    public EventId {
        if (!text.matches("evt_[0-9a-f]{32}")) {
            throw new IllegalArgumentException("no id of an event: " + text);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
