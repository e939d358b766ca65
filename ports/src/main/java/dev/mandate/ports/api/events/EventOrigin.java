package dev.mandate.ports.api.events;

/** Where a change was made. */
public enum EventOrigin {
    /** By this engine. */
    HERE,
    /** By another client of the chain. */
    ELSEWHERE
}
