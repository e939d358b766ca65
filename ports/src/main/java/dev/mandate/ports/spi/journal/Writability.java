package dev.mandate.ports.spi.journal;

/** Whether a journal accepts commits, judged without making one. */
public enum Writability {
    /** There is no known reason for a commit to fail. */
    WRITABLE,
    /** Commits fail, but reads may succeed: the database is a standby, the role may not write, or the last write failed. */
    READ_ONLY
}
