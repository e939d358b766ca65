package dev.mandate.ports.api.events;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.spi.program.AccountRef;

/** A change that the engine recorded in its journal. Its position orders it among all events of the journal. */
public sealed interface CustodyEvent {

    /** Its place in the journal, from 1. Receivers recognize repetitions by it. */
    long position();

    /** When it was recorded, by the server's clock. */
    UnixTime recordedAt();

    /** An account became known: it is being created, or was registered. */
    record AccountKnown(long position, UnixTime recordedAt, Network network, AccountRef account) implements CustodyEvent {}

    /**
     * The transaction filters or allowlists of an account were changed.
     *
     * @param version the number of changes so far
     * @param filters as they are after this change
     */
    record FiltersChanged(
            long position, UnixTime recordedAt, Network network, Tenant tenant, Address account, long version, AccountFilters filters)
            implements CustodyEvent {}

    /**
     * A submission was recorded, or changed its state.
     *
     * @param tenant the owner; the embedding host itself is the tenant {@code the-embedding-host}
     * @param submission as it was after this event. It may have changed since: that is a later event.
     */
    record SubmissionChanged(long position, UnixTime recordedAt, Network network, Tenant tenant, Submission submission)
            implements CustodyEvent {}
}
