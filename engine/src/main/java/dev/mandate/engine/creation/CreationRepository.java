package dev.mandate.engine.creation;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.events.EventSource;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.creation.CreationRecord.Event;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.journal.Commit;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A tenant's creations in the journal, by the account's address. */
final class CreationRepository {

    private static final EntityType<CreationRecord, Event> TYPE =
            EntityType.of("creation", CreationRecord.class, Event.class, CreationRecord::evolve);

    static final Projection PROJECTION = TYPE.projection(creation -> Option.when(
            creation.state().state() == CreationRecord.State.PENDING, () -> SubmissionRepository.stream(creation.state().submission())));

    /** What tenants are told of accounts that they ordered. */
    static final EventSource<?, ?> EVENTS = EventSource.of(
            TYPE,
            (event, moment) -> Option.when(event.equals(new Event.Ended(CreationRecord.State.CREATED)), () -> {
                CreationRecord.Order order = moment.after().state().order();
                UnixTime since = moment.history().at(TYPE, moment.id(), 1).at();
                return ToldEvent.here(
                        order.tenant(),
                        moment.at(),
                        order.network(),
                        order.account().address(),
                        new EventData.AccountAdded(new TenantAccount(order.account(), TenantAccount.Origin.CREATED, since)));
            }));

    private final Repository<CreationRecord, Event> creations;
    private final Tenant tenant;

    CreationRepository(TenantJournal journal) {
        this.creations = journal.shared(TYPE);
        this.tenant = journal.tenant();
    }

    Entity<CreationRecord> newest(Entity<CreationRecord> known) {
        return creations.require(account(known));
    }

    /** The creation of this account; none if it is not the tenant's. */
    Option<Entity<CreationRecord>> find(Address account) {
        return creations.find(account.toString()).filter(record -> record.state().order().tenant().equals(tenant));
    }

    /** The pending creation of any tenant whose newest transaction is this submission. */
    Option<CreationRecord> pendingBy(SubmissionRecord submission) {
        return creations.find(submission.subject().account().toString())
                .map(Entity::state)
                .filter(creation -> creation.state() == CreationRecord.State.PENDING && creation.submission().equals(submission.id()));
    }

    Commit order(Commit commit, Event.Ordered ordered) {
        return creations.begin(commit, ordered.order().account().address().toString(), ordered);
    }

    /** Adds an order whose account the chain has, so that it ends as created in the same commit. */
    Commit adopt(Commit commit, Event.Ordered ordered, Event.Ended created, Agreed<FoundAccount> there) {
        if (!(there.value() instanceof FoundAccount.Owned)) {
            throw new IllegalArgumentException("the chain does not have " + ordered.order().account().address());
        }
        return creations.append(commit, ordered.order().account().address().toString(), Option.none(), Array.of(ordered, created));
    }

    Commit follow(Commit commit, Entity<CreationRecord> before, Event event) {
        return creations.append(commit, account(before), Option.some(before), Array.of(event));
    }

    private static String account(Entity<CreationRecord> record) {
        return record.state().order().account().address().toString();
    }
}
