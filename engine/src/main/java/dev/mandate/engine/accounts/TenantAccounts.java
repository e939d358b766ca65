package dev.mandate.engine.accounts;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.engine.records.RowPrefix;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.RowScan;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.TenantAccount;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;

/** The accounts of every tenant on every network, each a stream and a row. Whoever has none here for an account, has no account. */
public final class TenantAccounts {

    private static final String KIND = "holding";
    private static final String HELD = "holding";
    private static final int SCHEMA = 1;

    /** A holding's row is what was said when it began, word for word. */
    public static final Projection PROJECTION =
            new Projection(KIND, KIND, (row, event) -> Option.some(event.payload()));

    private final Journal journal;
    private final ServerClock clock;
    private final BoundedCache<Question, TenantAccount> known = new BoundedCache<>(10);

    public TenantAccounts(Journal journal, ServerClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    private record Question(Tenant tenant, Network network, Address account) {}

    /** The account as the tenant knows it on that network; none if they don't. */
    public Option<TenantAccount> find(Tenant tenant, Network network, Address account) {
        // A holding does not end: what was found once need not be read again.
        Question question = new Question(tenant, network, account);
        return known.find(question)
                .orElse(() -> journal.row(rowKey(tenant, network, account))
                        .map(row -> known.keep(question, read(row.value()))));
    }

    /** Accounts of a tenant on a network in the order of their addresses, beyond {@code after}; at most {@code limit}. */
    public Page<TenantAccount> page(Tenant tenant, Network network, Option<Address> after, int limit) {
        RowScan scan = RowScan.of(KIND, limit).startingWith(RowPrefix.of(tenant, network));
        Page<Row> page = journal.rows(after.map(address -> scan.after(RowPrefix.of(tenant, network) + address))
                .getOrElse(scan));
        return new Page<>(page.items().map(row -> read(row.value())), page.hasMore());
    }

    /** Adds a new account of theirs to a commit, which is refused with a version conflict if it is theirs already. */
    public Commit add(
            Commit commit, Tenant tenant, Network network, AccountRef account, TenantAccount.Origin origin) {
        Payload held = write(new TenantAccount(account, origin, commit.recordedAt()));
        RowKey key = rowKey(tenant, network, account.address());
        return commit.append(new StreamId(KIND, key.key()), 0, held).change(new RowChange.Insert(key, held));
    }

    /** Makes an account theirs; once is enough, and more does no harm. */
    public void claim(Tenant tenant, Network network, AccountRef account, TenantAccount.Origin origin) {
        if (find(tenant, network, account.address()).isEmpty()) {
            journal.commit(add(Commit.at(clock.now()), tenant, network, account, origin))
                    .swap()
                    .forEach(TenantAccounts::requireHeld);
        }
    }

    /** Somebody else may have been faster, with the same. */
    private static void requireHeld(CommitRefused refused) {
        switch (refused) {
            case CommitRefused.VersionConflict conflict -> {}
            case CommitRefused.RowPresent present -> {}
            case CommitRefused.OverLimit over -> throw new IllegalStateException("a holding over a limit: " + over);
            case CommitRefused.AlreadyAnswered answered ->
                throw new IllegalStateException("answered without a key: " + answered);
        }
    }

    private static Payload write(TenantAccount held) {
        RecordWriter out = new RecordWriter();
        out.address(held.ref().address());
        out.address(held.ref().settings());
        out.text(held.origin().name());
        out.time(held.since());
        return new Payload(HELD, SCHEMA, out.written());
    }

    private static TenantAccount read(Payload payload) {
        return RecordReader.read(payload.content(), in -> {
            AccountRef ref = new AccountRef(in.address(), in.address());
            TenantAccount.Origin origin = TenantAccount.Origin.valueOf(in.text());
            UnixTime since = in.time();
            return new TenantAccount(ref, origin, since);
        });
    }

    private static RowKey rowKey(Tenant tenant, Network network, Address account) {
        return new RowKey(KIND, RowPrefix.of(tenant, network) + account);
    }
}
