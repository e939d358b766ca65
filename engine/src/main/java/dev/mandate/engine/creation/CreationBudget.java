package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
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
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What was spent of the budget for creations on a network, and what of it orders in flight have yet to pay. Each creation is committed
 * against the version of the budget that it was decided on: of several instances no two spend the same lamports.
 */
final class CreationBudget {

    static final String KIND = "creation-budget";
    private static final String ROW = "creation-budget";
    private static final String CHANGED = "budget-changed";
    private static final int SCHEMA = 1;

    static final Projection PROJECTION = new Projection(KIND, KIND, CreationBudget::fold);

    private final Journal journal;
    private final String id;
    private final Lock turn = new ReentrantLock(true);

    CreationBudget(Journal journal, Network network) {
        this.journal = journal;
        this.id = network.name();
    }

    /**
     * How it stands.
     *
     * @param lamports of all orders, but for what was given back
     * @param pending what of them orders cost that have not ended: the fee payer may or may not have paid it
     * @param version of its stream
     */
    record Spent(BaseUnits lamports, BaseUnits pending, long version) {

        /** With one more order in flight, at {@code cost}. */
        Spent ordering(BaseUnits cost) {
            return new Spent(
                    lamports.plus(cost).getOrElse(BaseUnits.MAX), pending.plus(cost).getOrElse(BaseUnits.MAX), version);
        }

        /** Without an order that was in flight at {@code cost}, of which {@code paid} is gone. */
        Spent ending(BaseUnits cost, BaseUnits paid) {
            BaseUnits rest = lamports.minus(cost).getOrElse(BaseUnits.ZERO);
            return new Spent(
                    rest.plus(paid).getOrElse(BaseUnits.MAX), pending.minus(cost).getOrElse(BaseUnits.ZERO), version);
        }
    }

    /**
     * Takes a step that reads the budget and commits against it. Within one process one after the other: of many at once all but one would
     * lose the race for the budget's version, and start again. Between processes the version alone decides.
     */
    <T> T inTurn(Supplier<T> step) {
        turn.lock();
        try {
            return step.get();
        } finally {
            turn.unlock();
        }
    }

    Spent spent() {
        return journal.row(rowKey())
                .map(row -> read(row.value()))
                .getOrElse(new Spent(BaseUnits.ZERO, BaseUnits.ZERO, 0));
    }

    /** Adds to a commit how it stands afterwards. */
    Commit change(Commit commit, Spent before, Spent after) {
        RecordWriter out = new RecordWriter();
        out.number(after.lamports().bits());
        out.number(after.pending().bits());
        Payload event = new Payload(CHANGED, SCHEMA, out.written());
        return commit.append(new StreamId(KIND, id), before.version(), event)
                .change(new RowChange.Put(rowKey(), row(event, before.version() + 1)));
    }

    private static Option<Payload> fold(Option<Payload> row, RecordedEvent event) {
        return Option.some(row(event.payload(), event.version()));
    }

    /** What the newest event says, and its version. */
    private static Payload row(Payload event, long version) {
        RecordWriter out = new RecordWriter();
        out.bytes(event.content());
        out.number(version);
        return new Payload(ROW, SCHEMA, out.written());
    }

    private static Spent read(Payload row) {
        return RecordReader.read(row.content(), in -> {
            Bytes event = in.bytes();
            long version = in.number();
            return RecordReader.read(
                    event, of -> new Spent(BaseUnits.ofUnsignedBits(of.number()), BaseUnits.ofUnsignedBits(of.number()), version));
        });
    }

    private RowKey rowKey() {
        return new RowKey(KIND, id);
    }
}
