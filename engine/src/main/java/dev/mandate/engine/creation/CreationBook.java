package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.creation.CreationRecord.Event;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The creations of one network in the journal, by the account's address. */
final class CreationBook {

    private static final EntityType<CreationRecord, Event> TYPE =
            EntityType.of("creation", CreationRecord.class, Event.class, CreationRecord::evolve);

    static final Projection PROJECTION = TYPE.projection(creation -> Option.when(
            creation.state().state() == CreationRecord.State.PENDING, () -> SubmissionBook.stream(creation.state().submission())));

    private final Repository<CreationRecord, Event> creations;
    private final String prefix;

    CreationBook(Journal journal, ServerClock clock, Network network) {
        this.creations = new Repository<>(TYPE, journal, clock);
        this.prefix = RowPrefix.of(network);
    }

    Entity<CreationRecord> require(String id) {
        return creations.require(id);
    }

    Option<Entity<CreationRecord>> find(Address account) {
        return creations.find(prefix + account);
    }

    Commit order(Commit commit, Event.Ordered ordered) {
        return creations.begin(commit, prefix + ordered.order().account().address(), ordered);
    }

    Commit follow(Commit commit, Entity<CreationRecord> before, Event event) {
        return creations.append(commit, before.id(), Option.some(before), Array.of(event));
    }
}
