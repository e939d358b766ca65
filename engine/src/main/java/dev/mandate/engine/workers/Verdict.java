package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;

/** What becomes of a message that was not delivered. */
public sealed interface Verdict {

    /** Of the last failure, for the operator. */
    String reason();

    /** It is tried again. */
    record Again(UnixTime at, String reason) implements Verdict {}

    /** It is given up on, and becomes a dead letter. */
    record Dead(String reason) implements Verdict {}
}
