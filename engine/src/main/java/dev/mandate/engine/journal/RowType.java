package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Map;
import java.util.TreeMap;

/**
 * A type of rows without a stream of their own. They are computed from events of other streams, and can be computed again.
 *
 * @param <T> a record
 */
public final class RowType<T> {

    private final String kind;
    private final PayloadType<T> payload;

    private RowType(String kind, Codec<T> codec) {
        this.kind = kind;
        this.payload = new PayloadType<>(kind, SchemaVersions.FIRST, codec);
    }

    /** Rows of {@code kind} that hold values of {@code type}. */
    public static <T> RowType<T> of(String kind, Class<T> type) {
        return new RowType<>(kind, Codecs.of(type));
    }

    public String kind() {
        return kind;
    }

    /** The row's JSON shape, and then those of the types inside it. One line each. */
    public Seq<String> format() {
        Map<String, String> named = new TreeMap<>();
        String name = payload.codec().shape(named);
        String own = "row " + kind + ": " + Option.of(named.remove(name)).getOrElse(name);
        return Array.ofAll(named.entrySet()).map(shape -> "  " + shape.getKey() + ": " + shape.getValue()).prepend(own);
    }

    public Option<T> find(JournalReader journal, String key) {
        return journal.row(key(key)).map(this::read);
    }

    /** Values with their keys, in the order of the keys. */
    public Page<Tuple2<String, T>> page(JournalReader journal, String prefix, Option<String> after, int limit) {
        RowScan scan = RowScan.of(kind, limit).startingWith(prefix);
        Page<Row> page = journal.rows(after.map(scan::after).getOrElse(scan));
        return new Page<>(page.items().map(row -> Tuple.of(row.key().key(), read(row))), page.hasMore());
    }

    /** Refuses the commit if the row exists. */
    public RowChange insert(String key, T value) {
        return new RowChange.Insert(key(key), payload.write(value));
    }

    public RowChange put(String key, T value) {
        return new RowChange.Put(key(key), payload.write(value));
    }

    public RowChange delete(String key) {
        return new RowChange.Delete(key(key));
    }

    private RowKey key(String key) {
        return new RowKey(kind, key);
    }

    private T read(Row row) {
        return payload.read(row.value(), "row " + row.key());
    }
}
