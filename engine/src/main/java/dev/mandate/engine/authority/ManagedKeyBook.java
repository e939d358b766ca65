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
import dev.mandate.ports.keys.SignerAuthority;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The managed signers of all tenants and networks in the journal, by their addresses. */
public final class ManagedKeyBook {

    private static final EntityType<ManagedKey, Bound> TYPE =
            EntityType.once("managed-key", ManagedKey.class, Bound.class, Bound::key);

    private static final EntityType<Address, Named> SIGNERS =
            EntityType.once("managed-key-signer", Address.class, Named.class, Named::signer);

    /** The row of a managed key, and that of its signer by the key's id, have the content of their event. */
    public static final Array<Projection> PROJECTIONS = Array.of(TYPE.projection(), SIGNERS.projection());

    private final Repository<ManagedKey, Bound> keys;
    private final Repository<Address, Named> signers;

    ManagedKeyBook(Journal journal, ServerClock clock) {
        this.keys = new Repository<>(TYPE, journal, clock);
        this.signers = new Repository<>(SIGNERS, journal, clock);
    }

    private record Bound(ManagedKey key) {}

    private record Named(Address signer) {}

    /** A key in the vault and the authority that decides what it signs. */
    record ManagedKey(Tenant tenant, ManagedKeyId id, SignerAuthority authority) {}

    /** The managed key of the signer at this address; none if its key is not managed here, or another tenant's. */
    Option<ManagedKey> find(Tenant tenant, Network network, Address signer) {
        return keys.find(id(network, signer)).map(Entity::state).filter(key -> key.tenant().equals(tenant));
    }

    /** Whether the address is a managed signer of any tenant. */
    boolean holds(Network network, Address signer) {
        return keys.find(id(network, signer)).isDefined();
    }

    /** The signer whose key with this id was recorded by {@link #ensure}. */
    Option<Address> signerOf(Tenant tenant, Network network, ManagedKeyId id) {
        return signers.find(id(tenant, network, id)).map(Entity::state);
    }

    /** Adds a key to a commit. The commit is refused if the address has one already. */
    Commit bind(Commit commit, Network network, Address signer, ManagedKey key) {
        return keys.begin(commit, id(network, signer), new Bound(key));
    }

    /** Records a key. Repeating this has no effect. */
    void ensure(Network network, Address signer, ManagedKey key) {
        var unusedKey = keys.ensure(id(network, signer), new Bound(key));
        var unusedSigner = signers.ensure(id(key.tenant(), network, key.id()), new Named(signer));
    }

    private static String id(Network network, Address signer) {
        return RowPrefix.of(network) + signer;
    }

    private static String id(Tenant tenant, Network network, ManagedKeyId key) {
        return RowPrefix.of(tenant, network) + key.text();
    }
}
