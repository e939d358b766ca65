package dev.mandate.engine.authority;

import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.RowKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** The engine's own voters in a tenant's accounts, in the journal, by account. An account keeps its keys for good. */
public final class PolicySignerRepository {

    private static final EntityType<Voters, Named> TYPE =
            EntityType.of("policy-signer", Voters.class, Named.class, (before, event) -> new Voters(event.voters()));

    /** An account's row holds the voters of its last event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final TenantJournal journal;
    private final Repository<Voters, Named> voters;
    private final AccountRecords records;

    PolicySignerRepository(TenantJournal journal) {
        this.journal = journal;
        this.voters = journal.own(TYPE);
        this.records = new AccountRecords(journal);
    }

    /** The row of an account. */
    public static RowKey key(TenantJournal journal, Address account) {
        return journal.own(TYPE).key(account.toString());
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
        var unused = journal.<Array<Voter>, Array<Voter>>commit(() -> {
            Option<Entity<Voters>> before = voters.find(account.toString());
            Commit at = Commit.at(journal.clock().now());
            return before.map(known -> known.state().all())
                    .filter(known -> known.length() >= named.length())
                    .toEither(() -> new Decision<>(
                            records.name(
                                    voters.append(at, account.toString(), before, Array.of(new Named(named))),
                                    account,
                                    voters.stream(account.toString()),
                                    before.map(Entity::version).getOrElse(0L) + 1),
                            named))
                    .swap();
        });
    }
}
