package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;

/** The engine's own voters in a tenant's accounts, in the journal, by account. An account keeps its keys for good. */
public final class PolicySignerRepository {

    private static final EntityType<Voters, Named> TYPE =
            EntityType.of("policy-signer", Voters.class, Named.class, (before, event) -> new Voters(event.voters()));

    /** An account's row holds the voters of its last event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Voters, Named> voters;

    PolicySignerRepository(TenantJournal journal) {
        this.voters = journal.own(TYPE);
    }

    private record Named(Array<Voter> voters) {}

    private record Voters(Array<Voter> all) {}

    /** A voter, and its key in the vault. */
    record Voter(Address address, ManagedKeyId key) {}

    /** The voters of an account; they need not be its signers now. */
    Array<Voter> find(Address account) {
        return voters.find(account.toString()).map(Entity::state).map(Voters::all).getOrElse(Array.empty());
    }

    /** Records the voters of an account. */
    void name(Address account, Array<Voter> named) {
        var unused = voters.<Array<Voter>>update(account.toString(), before -> before.map(known -> known.state().all())
                .filter(known -> known.length() >= named.length())
                .<Seq<Named>>toEither(Array.of(new Named(named)))
                .swap());
    }
}
