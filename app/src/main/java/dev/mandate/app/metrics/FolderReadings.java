package dev.mandate.app.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToDoubleFunction;

/** The space that is left for a data folder, and what its SQLite files take. A worker reads both; a scrape shows the last reading, or NaN if that failed. */
final class FolderReadings {

    private final Path folder;
    private final Seq<String> files;
    private volatile Option<Reading> last = Option.none();

    /** @param files of the store in the folder; none if the store is elsewhere */
    FolderReadings(Path folder, Seq<String> files, MeterRegistry meters) {
        this.folder = folder;
        this.files = files;
        gauge(meters, "mandate_data_dir_free_bytes", "Bytes that can still be written to the data folder's disk", Reading::free);
        if (!files.isEmpty()) {
            gauge(meters, "mandate_store_size_bytes", "The size of the SQLite database with its log", Reading::size);
        }
    }

    private record Reading(long free, long size) {}

    private void gauge(MeterRegistry meters, String name, String description, ToDoubleFunction<Reading> value) {
        var unused = Gauge.builder(name, () -> last.map(value::applyAsDouble).getOrElse(Double.NaN))
                .description(description)
                .register(meters);
    }

    /** Reads both anew. */
    void look() {
        Option<Reading> next = Option.none();
        try {
            long size = 0;
            for (String file : files) {
                Path path = folder.resolve(file);
                size += Files.exists(path) ? Files.size(path) : 0;
            }
            next = Option.some(new Reading(Files.getFileStore(folder).getUsableSpace(), size));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            last = next;
        }
    }
}
