package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.cache.BoundedCache;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The addresses at which a tenant's account may have spending limits: those of limits that were built or named here, and of those found by the last search. They
 * are read where no node searches the program's accounts. Whether a limit is there, and its terms, are read from the chain.
 */
public final class LimitAddresses {

    /** The maximum recorded for one account; the newest are kept. */
    private static final int MOST = 256;
    private static final int FOUND_BITS = 10;
    private static final long SEARCH_AGAIN_SECONDS = 30;

    private static final EntityType<Addresses, Named> TYPE = EntityType.of(
            "limit-addresses",
            Addresses.class,
            Named.class,
            (before, event) -> before.getOrElse(Addresses.NONE).with(event.limit()));

    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Addresses, Named> recorded;
    private final BoundedCache<Address, Array<Address>> found = new BoundedCache<>(FOUND_BITS);
    private volatile UnixTime searchAgain = new UnixTime(0);

    public LimitAddresses(TenantJournal journal) {
        this.recorded = journal.own(TYPE);
    }

    private record Named(Address limit) {}

    private record Addresses(Array<Address> limits) {

        static final Addresses NONE = new Addresses(Array.empty());

        Addresses with(Address limit) {
            return new Addresses(limits.append(limit).takeRight(MOST));
        }
    }

    /** Records that {@code account} may have a limit at {@code limit}. */
    public void named(Address account, Address limit) {
        if (!recordedOf(account).contains(limit)) {
            var unused = recorded.update(account.toString(), before -> Either.right(Array.of(new Named(limit))));
        }
    }

    /** Whether a search is worth its time: one that fails may take as long as a node's timeout. */
    public boolean mayBeSearched(UnixTime now) {
        return !now.isBefore(searchAgain);
    }

    /** A search has failed. */
    public void notFound(UnixTime now) {
        searchAgain = now.plusSeconds(SEARCH_AGAIN_SECONDS);
    }

    /** Keeps the result of a search, as long as the process runs. */
    public void found(Address account, Iterable<Address> limits) {
        var unused = found.keep(account, Array.ofAll(limits));
    }

    public Array<Address> of(Address account) {
        return recordedOf(account).appendAll(found.find(account).getOrElse(Array::empty)).distinct();
    }

    private Array<Address> recordedOf(Address account) {
        return recorded.find(account.toString()).map(entity -> entity.state().limits()).getOrElse(Array::empty);
    }
}
