package dev.mandate.adapters.store.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A statement over many rows. It takes one array for each column, and {@code unnest} converts them back to rows.
 *
 * @param sql with one parameter for each column
 */
record Bulk<T>(String sql, List<Function<List<T>, Object>> columns) {

    /** A statement without columns yet. */
    static <T> Bulk<T> of(String sql) {
        return new Bulk<>(sql, List.of());
    }

    Bulk<T> text(Function<T, String> value) {
        return with(rows -> rows.stream().map(value).toArray(String[]::new));
    }

    Bulk<T> number(Function<T, Long> value) {
        return with(rows -> rows.stream().map(value).toArray(Long[]::new));
    }

    Bulk<T> small(Function<T, Integer> value) {
        return with(rows -> rows.stream().map(value).toArray(Integer[]::new));
    }

    Bulk<T> bytes(Function<T, byte[]> value) {
        return with(rows -> rows.stream().map(value).toArray(byte[][]::new));
    }

    private Bulk<T> with(Function<List<T>, Object> column) {
        List<Function<List<T>, Object>> more = new ArrayList<>(columns);
        more.add(column);
        return new Bulk<>(sql, List.copyOf(more));
    }

    /** Adds the statement to {@code trip}, unless {@code rows} is empty. */
    void join(RoundTrip trip, List<T> rows) {
        if (!rows.isEmpty()) {
            trip.run(sql, columns.stream().map(column -> column.apply(rows)).toArray());
        }
    }
}
