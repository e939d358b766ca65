package dev.mandate.ports.spi.audit;

import dev.mandate.domain.kernel.UnixTime;

/** An event that was committed, which an {@link Anchor} remembers until a checkpoint covers it. */
public record AnchoredEvent(long position, StreamHead head, UnixTime recordedAt) {}
