package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.audit.Projection;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * What was spent of the budget for creations on a network. Each creation is committed against the version of the budget that it was
 * decided on: of several instances no two spend the same lamports.
 */
final class CreationBudget {

    private static final String KIND = "creation-budget";
    private static final String ROW = "creation-budget";
    private static final String SPENT = "budget-spent";
    private static final String RETURNED = "budget-returned";
    private static final int SCHEMA = 1;

    static final Projection PROJECTION = new Projection(KIND, KIND, CreationBudget::fold);

    private final Journal journal;
    private final String id;

    CreationBudget(Journal journal, Network network) {
        this.journal = journal;
        this.id = network.name().toLowerCase(Locale.ROOT);
    }

    /**
     * How it stands.
     *
     * @param version of its stream
     */
    record Spent(BaseUnits lamports, long version) {}

    Spent spent() {
        return journal.row(rowKey()).map(row -> read(row.value())).getOrElse(new Spent(BaseUnits.ZERO, 0));
    }

    /** Adds the spending of {@code lamports} to a commit. */
    Commit spend(Commit commit, Spent before, BaseUnits lamports) {
        return write(commit, before, SPENT, lamports);
    }

    /** Adds the return of {@code lamports} to a commit. */
    Commit giveBack(Commit commit, Spent before, BaseUnits lamports) {
        return write(commit, before, RETURNED, lamports);
    }

    private Commit write(Commit commit, Spent before, String type, BaseUnits lamports) {
        RecordWriter out = new RecordWriter();
        out.number(lamports.bits());
        return commit.append(
                        new StreamId(KIND, id), before.version(), new Payload(type, SCHEMA, out.written()))
                .change(new RowChange.Put(rowKey(), row(after(before, type, lamports))));
    }

    private static Spent after(Spent before, String type, BaseUnits lamports) {
        BaseUnits sum = type.equals(SPENT)
                ? before.lamports().plus(lamports).getOrElse(BaseUnits.MAX)
                : before.lamports().minus(lamports).getOrElse(BaseUnits.ZERO);
        return new Spent(sum, before.version() + 1);
    }

    private static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        Spent before = row.map(CreationBudget::read).getOrElse(new Spent(BaseUnits.ZERO, 0));
        BaseUnits lamports = BaseUnits.ofUnsignedBits(RecordReader.read(event.payload().content(), RecordReader::number));
        return Option.some(row(after(before, event.payload().type(), lamports)));
    }

    private static Payload row(Spent spent) {
        RecordWriter out = new RecordWriter();
        out.number(spent.lamports().bits());
        out.number(spent.version());
        return new Payload(ROW, SCHEMA, out.written());
    }

    private static Spent read(Payload row) {
        return RecordReader.read(row.content(), in -> new Spent(BaseUnits.ofUnsignedBits(in.number()), in.number()));
    }

    private RowKey rowKey() {
        return new RowKey(KIND, id);
    }
}
