package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RowPrefix;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Option;

/** AccountCreations of one network in the journal: a stream and a row for each, by the account's address. */
final class CreationBook {

    static final String KIND = "creation";

    static final Projection PROJECTION = new Projection(KIND, KIND, CreationRecords::fold);

    private final Journal journal;
    private final String prefix;

    CreationBook(Journal journal, Network network) {
        this.journal = journal;
        this.prefix = RowPrefix.of(network);
    }

    Option<CreationRecord> find(Address account) {
        return journal.row(rowKey(account)).map(row -> CreationRecords.read(row.value()));
    }

    Commit order(Commit commit, CreationRecord record) {
        Address account = record.order().account().address();
        return commit.append(stream(account), 0, CreationRecords.ordered(record))
                .change(new RowChange.Insert(rowKey(account), CreationRecords.row(record)));
    }

    Commit renew(Commit commit, CreationRecord record, CreationRecord renewed) {
        return write(commit, record, CreationRecords.renewed(renewed), renewed);
    }

    Commit orderAnew(Commit commit, CreationRecord record, CreationRecord ordered) {
        return write(commit, record, CreationRecords.orderedAnew(ordered), ordered);
    }

    Commit end(Commit commit, CreationRecord record, CreationRecord.State state) {
        return write(commit, record, CreationRecords.ended(state), record.with(state));
    }

    private Commit write(Commit commit, CreationRecord before, Payload event, CreationRecord after) {
        Address account = before.order().account().address();
        return commit.append(stream(account), before.version(), event)
                .change(new RowChange.Put(rowKey(account), CreationRecords.row(after)));
    }

    private StreamId stream(Address account) {
        return new StreamId(KIND, prefix + account);
    }

    private RowKey rowKey(Address account) {
        return new RowKey(KIND, prefix + account);
    }
}
