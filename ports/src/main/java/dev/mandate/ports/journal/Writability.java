package dev.mandate.ports.journal;

/** Whether a journal takes commits, as far as can be told without one. */
public enum Writability {
    /** Nothing is known to stand against them. */
    WRITABLE,
    /** None will take effect, though what is there can be read: it is a standby's, may not be written to, or has stopped after a fault. */
    READ_ONLY
}
