package dev.mandate.engine.limit;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Records which limits a tenant has built to replace which. The chain tells whether a replacement landed: its address exists only
 * if the transaction that removed the old limit created it. Replacements that were built elsewhere are not known.
 */
public final class LimitSuccessions {

    /** The maximum of replacements recorded for one limit; the newest are kept. */
    private static final int MOST = 64;

    private static final EntityType<Successors, Built> TYPE = EntityType.of(
            "limit-replacement",
            Successors.class,
            Built.class,
            (before, event) -> before.getOrElse(Successors.NONE).with(event.limit()));

    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Successors, Built> replacements;
    /** Earlier versions recorded them for all tenants together, so that one tenant's builds pushed out another's. They are still read. */
    private final Repository<Successors, Built> ofAllTenants;

    public LimitSuccessions(TenantJournal journal) {
        this.replacements = journal.own(TYPE);
        this.ofAllTenants = journal.shared(TYPE);
    }

    private record Built(Address limit) {}

    private record Successors(Array<Address> limits) {

        static final Successors NONE = new Successors(Array.empty());

        Successors with(Address next) {
            return new Successors(limits.append(next).takeRight(MOST));
        }
    }

    /** Records that {@code next} was built to replace {@code old}. */
    public void built(Address old, Address next) {
        var unused = replacements.update(old.toString(), before -> Either.right(Array.of(new Built(next))));
    }

    /** The limit among {@code standing} that replaced {@code old}, directly or through further replacements. */
    public Option<Address> standing(Address old, Set<Address> standing) {
        Set<Address> seen = HashSet.of(old);
        Array<Address> asked = Array.of(old);
        while (!asked.isEmpty()) {
            Set<Address> known = seen;
            Array<Address> next = asked.flatMap(this::successors).reject(known::contains);
            Option<Address> found = next.find(standing::contains);
            if (found.isDefined()) {
                return found;
            }
            seen = seen.addAll(next);
            asked = next;
        }
        return Option.none();
    }

    private Array<Address> successors(Address limit) {
        return Array.of(replacements, ofAllTenants)
                .flatMap(recorded -> recorded.find(limit.toString()))
                .flatMap(found -> found.state().limits());
    }
}
