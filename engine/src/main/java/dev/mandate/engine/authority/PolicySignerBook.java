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
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The engine's own voters in the accounts of all tenants and networks, in the journal, by account. An account keeps its keys for good. */
public final class PolicySignerBook {

    private static final EntityType<Voters, Named> TYPE =
            EntityType.of("policy-signer", Voters.class, Named.class, (before, event) -> new Voters(event.voters()));

    /** An account's row holds the voters of its last event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Voters, Named> voters;

    PolicySignerBook(Journal journal, ServerClock clock) {
        this.voters = new Repository<>(TYPE, journal, clock);
    }

    private record Named(Array<Voter> voters) {}

    private record Voters(Array<Voter> all) {}

    /** A voter, and its key in the vault. */
    record Voter(Address address, ManagedKeyId key) {}

    /** The voters of an account; they need not be its signers now. */
    Array<Voter> find(Tenant tenant, Network network, Address account) {
        return voters.find(id(tenant, network, account)).map(Entity::state).map(Voters::all).getOrElse(Array.empty());
    }

    /** Records the voters of an account. */
    void name(Tenant tenant, Network network, Address account, Array<Voter> named) {
        var unused = voters.<Array<Voter>>update(id(tenant, network, account), before -> before.map(known -> known.state().all())
                .filter(known -> known.length() >= named.length())
                .<Seq<Named>>toEither(Array.of(new Named(named)))
                .swap());
    }

    private static String id(Tenant tenant, Network network, Address account) {
        return RowPrefix.of(tenant, network) + account;
    }
}
