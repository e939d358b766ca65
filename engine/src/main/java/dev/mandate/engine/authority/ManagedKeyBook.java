package dev.mandate.engine.authority;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.keys.SignerAuthority;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;
import java.util.function.Predicate;

/** The managed signers of all tenants and networks in the journal, by their addresses. */
public final class ManagedKeyBook {

    private static final EntityType<ManagedKey, Bound> TYPE =
            EntityType.once("managed-key", ManagedKey.class, Bound.class, Bound::key);

    /** A managed key's row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<ManagedKey, Bound> keys;

    ManagedKeyBook(Journal journal, ServerClock clock) {
        this.keys = new Repository<>(TYPE, journal, clock);
    }

    private record Bound(ManagedKey key) {}

    /** A key in the vault and the authority that decides what it signs. */
    record ManagedKey(ManagedKeyId id, SignerAuthority authority) {}

    /** The managed key of the signer at this address; none if its key is not managed here, or another tenant's. */
    Option<ManagedKey> find(Tenant tenant, Network network, Address signer) {
        return keys.find(id(tenant, network, signer)).map(Entity::state);
    }

    /** Whether the address is a managed signer of any tenant. It reads all of them. */
    boolean holds(Network network, Address signer) {
        String end = "/" + RowPrefix.of(network) + signer;
        return find("", key -> key.id().endsWith(end)).isDefined();
    }

    /** The signer whose key has this id. It reads all of the tenant. */
    Option<Address> signerOf(Tenant tenant, Network network, ManagedKeyId id) {
        String prefix = RowPrefix.of(tenant, network);
        return find(prefix, key -> key.state().id().equals(id)).map(key -> Address.of(key.id().substring(prefix.length())));
    }

    private Option<Entity<ManagedKey>> find(String prefix, Predicate<Entity<ManagedKey>> wanted) {
        Page<Entity<ManagedKey>> page = keys.page(prefix, Option.none(), Journal.MAX_PAGE);
        while (page.items().find(wanted).isEmpty() && page.hasMore()) {
            page = keys.page(prefix, Option.some(page.items().last().id()), Journal.MAX_PAGE);
        }
        return page.items().find(wanted);
    }

    /** Adds a key to a commit. The commit is refused if the address has one already. */
    Commit bind(Commit commit, Tenant tenant, Network network, Address signer, ManagedKey key) {
        return keys.begin(commit, id(tenant, network, signer), new Bound(key));
    }

    /** Records a key. Repeating this has no effect. */
    void ensure(Tenant tenant, Network network, Address signer, ManagedKey key) {
        var unused = keys.ensure(id(tenant, network, signer), new Bound(key));
    }

    private static String id(Tenant tenant, Network network, Address signer) {
        return RowPrefix.of(tenant, network) + signer;
    }
}
