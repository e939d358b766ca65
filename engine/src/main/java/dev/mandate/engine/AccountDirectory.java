package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RowPrefix;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;

/**
 * Which settings belong to which smart account address of a network. The chain can't tell, since the one cannot be derived back from the
 * other; so the journal remembers, as an event of the account's stream and as a row.
 */
final class AccountDirectory {

    private static final String KIND = "smart-account";
    private static final String REGISTERED = "account-registered";
    private static final int SCHEMA = 1;

    /** An account's row is its registration, word for word. Other events of the stream, to come, leave it alone. */
    static final Projection PROJECTION = new Projection(
            KIND, KIND, (row, event) -> event.payload().type().equals(REGISTERED) ? Option.some(event.payload()) : row);

    private final Journal journal;
    private final ServerClock clock;
    private final Network network;
    private final BoundedCache<Address, AccountRef> known = new BoundedCache<>(10);

    AccountDirectory(Journal journal, ServerClock clock, Network network) {
        this.journal = journal;
        this.clock = clock;
        this.network = network;
    }

    Option<AccountRef> find(Address account) {
        // An address has one settings account for good: what was found once need not be read again.
        return known.find(account)
                .orElse(() -> journal.row(rowKey(account))
                        .map(row -> new AccountRef(
                                account, Address.of(row.value().content().toArray())))
                        .map(found -> known.keep(account, found)));
    }

    /** Remembers {@code account}; once is enough, and more does no harm. */
    void remember(AccountRef account) {
        if (find(account.address()).isDefined()) {
            return;
        }
        Payload registered =
                new Payload(REGISTERED, SCHEMA, Bytes.of(account.settings().toArray()));
        Commit commit = Commit.at(clock.now())
                .append(new StreamId(KIND, rowKey(account.address()).key()), 0, registered)
                .change(new RowChange.Insert(rowKey(account.address()), registered));
        journal.commit(commit).swap().forEach(AccountDirectory::requireKnown);
    }

    /** Somebody else may be faster, with the same fact: an address has one settings account. Nothing else may refuse it. */
    private static void requireKnown(CommitRefused refused) {
        switch (refused) {
            case CommitRefused.VersionConflict conflict -> {}
            case CommitRefused.RowPresent present -> {}
            case CommitRefused.OverLimit over -> throw new IllegalStateException("64 bytes over a limit: " + over);
            case CommitRefused.AlreadyAnswered answered ->
                throw new IllegalStateException("answered without a key: " + answered);
        }
    }

    private RowKey rowKey(Address account) {
        return new RowKey(KIND, RowPrefix.of(network) + account);
    }
}
