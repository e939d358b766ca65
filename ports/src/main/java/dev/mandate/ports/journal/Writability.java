package dev.mandate.ports.journal;

/** Whether a journal takes commits, as far as it knows without one. */
public enum Writability {
    /** No reason is known why a commit should fail. */
    WRITABLE,
    /** Commits fail, and reads may succeed: the database is a standby, the role may not write, or the last write has failed. */
    READ_ONLY
}
