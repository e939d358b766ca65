package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.SignerAuthority;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** A tenant's managed signers in the journal, by their addresses. */
public final class ManagedKeyRepository {

    private static final EntityType<ManagedKey, Bound> TYPE =
            EntityType.once("managed-key", ManagedKey.class, Bound.class, Bound::key);

    private static final EntityType<Address, Named> SIGNERS =
            EntityType.once("managed-key-signer", Address.class, Named.class, Named::signer);

    /** The row of a managed key, and that of its signer by the key's id, have the content of their event. */
    public static final Array<Projection> PROJECTIONS = Array.of(TYPE.projection(), SIGNERS.projection());

    private final Repository<ManagedKey, Bound> keys;
    private final Repository<Address, Named> signers;

    private final Tenant tenant;

    ManagedKeyRepository(TenantJournal journal) {
        this.keys = journal.shared(TYPE);
        this.signers = journal.own(SIGNERS);
        this.tenant = journal.tenant();
    }

    private record Bound(ManagedKey key) {}

    private record Named(Address signer) {}

    /** A key in the vault and the authority that decides what it signs. */
    record ManagedKey(Tenant tenant, ManagedKeyId id, SignerAuthority authority) {}

    /** The managed key of the signer at this address; none if its key is not managed here, or another tenant's. */
    Option<ManagedKey> find(Address signer) {
        return keys.find(signer.toString())
                .map(Entity::state)
                .filter(key -> key.tenant().equals(tenant));
    }

    /** Whether the address is a managed signer of any tenant. */
    boolean holds(Address signer) {
        return keys.find(signer.toString()).isDefined();
    }

    /** The signer whose key with this id was recorded by {@link #ensure}. */
    Option<Address> signerOf(ManagedKeyId id) {
        return signers.find(id.text()).map(Entity::state);
    }

    /** Adds a key to a commit. The commit is refused if the address has one already. */
    Commit bind(Commit commit, Address signer, ManagedKeyId id, SignerAuthority authority) {
        return keys.begin(commit, signer.toString(), new Bound(new ManagedKey(tenant, id, authority)));
    }

    /** Records a key. Repeating this has no effect. */
    void ensure(Address signer, ManagedKeyId id, SignerAuthority authority) {
        var unusedKey = keys.ensure(signer.toString(), new Bound(new ManagedKey(tenant, id, authority)));
        var unusedSigner = signers.ensure(id.text(), new Named(signer));
    }
}
