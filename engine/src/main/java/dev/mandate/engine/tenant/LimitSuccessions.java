package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.engine.records.RowPrefix;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Which limits were built to replace which, on one network. Whether a replacement has landed is for the chain to say: each has an address
 * that no other transaction makes, and it stands only if the same transaction removed the old limit. Replacements that were built elsewhere
 * are not known.
 */
final class LimitSuccessions {

    private static final String KIND = "limit-succession";
    private static final String BUILT = "limit-replacement-built";
    private static final String ROW = "limit-succession";
    private static final int SCHEMA = 1;
    /** Of one limit's replacements the newest are remembered. */
    private static final int MOST = 16;

    static final Projection PROJECTION = new Projection(KIND, KIND, LimitSuccessions::fold);

    private final Journal journal;
    private final ServerClock clock;
    private final String prefix;

    LimitSuccessions(Journal journal, ServerClock clock, Network network) {
        this.journal = journal;
        this.clock = clock;
        this.prefix = RowPrefix.of(network);
    }

    private record Successors(Array<Address> limits, long version) {

        static final Successors NONE = new Successors(Array.empty(), 0);

        Successors with(Address next) {
            return new Successors(limits.append(next).takeRight(MOST), version + 1);
        }
    }

    /** Remembers that {@code next} was built to replace {@code old}. */
    void built(Address old, Address next) {
        RecordWriter event = new RecordWriter();
        event.address(next);
        Option<CommitRefused> refused;
        do {
            Successors before = successors(old);
            refused = journal.commit(Commit.at(clock.now())
                            .append(new StreamId(KIND, prefix + old), before.version(), new Payload(BUILT, SCHEMA, event.written()))
                            .change(new RowChange.Put(rowKey(old), row(before.with(next)))))
                    .swap()
                    .toOption();
        } while (refused.exists(why -> why instanceof CommitRefused.VersionConflict));
        refused.forEach(why -> {
            throw new IllegalStateException("a limit's replacement was refused: " + why);
        });
    }

    /** The limit that took the place of {@code old}, or of one that did: the one that is among {@code standing}. */
    Option<Address> standing(Address old, Set<Address> standing) {
        Set<Address> seen = HashSet.of(old);
        Array<Address> asked = Array.of(old);
        while (!asked.isEmpty()) {
            Set<Address> known = seen;
            Array<Address> next = asked.flatMap(limit -> successors(limit).limits()).reject(known::contains);
            Option<Address> found = next.find(standing::contains);
            if (found.isDefined()) {
                return found;
            }
            seen = seen.addAll(next);
            asked = next;
        }
        return Option.none();
    }

    private Successors successors(Address limit) {
        return journal.row(rowKey(limit)).map(row -> read(row.value())).getOrElse(Successors.NONE);
    }

    private static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        Successors before = row.map(LimitSuccessions::read).getOrElse(Successors.NONE);
        return Option.some(row(before.with(RecordReader.read(event.payload().content(), RecordReader::address))));
    }

    private static Payload row(Successors successors) {
        RecordWriter out = new RecordWriter();
        out.list(successors.limits(), RecordWriter::address);
        out.number(successors.version());
        return new Payload(ROW, SCHEMA, out.written());
    }

    private static Successors read(Payload row) {
        return RecordReader.read(
                row.content(), in -> new Successors(in.list(RecordReader::address), in.number()));
    }

    private RowKey rowKey(Address limit) {
        return new RowKey(KIND, prefix + limit);
    }
}
