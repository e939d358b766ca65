package dev.mandate.adapters.store.jdbc;

import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.VersionedRow;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Supplier;

/** Rows that a thread has read together before it needs them, as {@link dev.mandate.ports.spi.journal.JournalReader#ahead} says. Each is given out once. */
public final class RowsAhead {

    private final Function<Seq<RowKey>, Map<RowKey, VersionedRow>> reading;
    private final ThreadLocal<Option<Map<RowKey, VersionedRow>>> ofThread = ThreadLocal.withInitial(Option::none);

    /** @param reading reads all rows in one exchange with the server; what it does not return is read later */
    public RowsAhead(Function<Seq<RowKey>, Map<RowKey, VersionedRow>> reading) {
        this.reading = reading;
    }

    /** Rows are read when they are needed: a local store has no round trips. */
    public static RowsAhead none() {
        return new RowsAhead(keys -> LinkedHashMap.empty());
    }

    <T> T within(Seq<RowKey> keys, Supplier<T> work) {
        Option<Map<RowKey, VersionedRow>> around = ofThread.get();
        ofThread.set(Option.some(keys.isEmpty() ? LinkedHashMap.empty() : reading.apply(keys)));
        try {
            return work.get();
        } finally {
            if (around.isEmpty()) {
                ofThread.remove();
            } else {
                // What is around may be older than a commit of the work.
                ofThread.set(Option.some(LinkedHashMap.empty()));
            }
        }
    }

    Option<VersionedRow> take(RowKey key) {
        Option<Map<RowKey, VersionedRow>> rows = ofThread.get();
        Option<VersionedRow> found = rows.flatMap(known -> known.get(key));
        if (found.isDefined()) {
            ofThread.set(rows.map(known -> known.remove(key)));
        }
        return found;
    }

    /** The thread commits: from now on it reads what is there. */
    void forget() {
        if (ofThread.get().isDefined()) {
            ofThread.set(Option.some(LinkedHashMap.empty()));
        }
    }
}
