package dev.mandate.ports.api.tenant;

import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.ports.api.custody.BuildRefusal;

/** Why filters or allowlists are not changed. */
public sealed interface FilterRefusal {

    /** The account could not be read. */
    record NotRead(BuildRefusal why) implements FilterRefusal {}

    /** The intent has no effect. */
    record ByIntent(IntentRefusal why) implements FilterRefusal {}

    /** The program has no instruction of this name, or none that is read here: the filter would never apply. */
    record UnknownInstruction(FilterId filter, String instruction) implements FilterRefusal {}

    /** No account of a call has this role: the filter would never apply. */
    record UnknownRole(FilterId filter, String role) implements FilterRefusal {}

    /** Another change came first. */
    record VersionMoved(long expected, long actual) implements FilterRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements FilterRefusal {}
}
