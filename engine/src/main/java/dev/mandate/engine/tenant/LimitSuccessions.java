package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Which limits were built to replace which, on one network. Whether a replacement has landed is for the chain to say: each has an address
 * that no other transaction makes, and it stands only if the same transaction removed the old limit. Replacements that were built elsewhere
 * are not known.
 */
final class LimitSuccessions {

    /** Of one limit's replacements the newest are remembered. */
    private static final int MOST = 16;

    private static final EntityType<Successors, Built> TYPE = EntityType.of(
            "limit-replacement",
            Successors.class,
            Built.class,
            (before, event) -> before.getOrElse(Successors.NONE).with(event.limit()));

    static final Projection PROJECTION = TYPE.projection();

    private final Repository<Successors, Built> replacements;
    private final String prefix;

    LimitSuccessions(Journal journal, ServerClock clock, Network network) {
        this.replacements = new Repository<>(TYPE, journal, clock);
        this.prefix = RowPrefix.of(network);
    }

    private record Built(Address limit) {}

    private record Successors(Array<Address> limits) {

        static final Successors NONE = new Successors(Array.empty());

        Successors with(Address next) {
            return new Successors(limits.append(next).takeRight(MOST));
        }
    }

    /** Remembers that {@code next} was built to replace {@code old}. */
    void built(Address old, Address next) {
        var unused = replacements.update(prefix + old, before -> Either.right(Array.of(new Built(next))));
    }

    /** The limit that took the place of {@code old}, or of one that did: the one that is among {@code standing}. */
    Option<Address> standing(Address old, Set<Address> standing) {
        Set<Address> seen = HashSet.of(old);
        Array<Address> asked = Array.of(old);
        while (!asked.isEmpty()) {
            Set<Address> known = seen;
            Array<Address> next = asked.flatMap(limit -> successors(limit).limits()).reject(known::contains);
            Option<Address> found = next.find(standing::contains);
            if (found.isDefined()) {
                return found;
            }
            seen = seen.addAll(next);
            asked = next;
        }
        return Option.none();
    }

    private Successors successors(Address limit) {
        return replacements.find(prefix + limit).map(Entity::state).getOrElse(Successors.NONE);
    }
}
