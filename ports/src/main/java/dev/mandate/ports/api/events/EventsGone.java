package dev.mandate.ports.api.events;

/**
 * Events after the given position are not kept any more.
 *
 * @param oldest the position after which all events are there
 */
public record EventsGone(long oldest) {}
