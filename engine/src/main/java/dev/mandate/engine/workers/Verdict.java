package dev.mandate.engine.workers;

import dev.mandate.domain.kernel.UnixTime;

/** The decision about a message that was not delivered. */
public sealed interface Verdict {

    /** The reason of the last failure, for the operator. */
    String reason();

    /** It is tried again. */
    record Again(UnixTime at, String reason) implements Verdict {}

    /** It becomes a dead letter. */
    record Dead(String reason) implements Verdict {}
}
