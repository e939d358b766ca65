package dev.mandate.ports.spi.journal;

import io.vavr.control.Option;

/**
 * A row, and the version of the stream of the same kind and id, as they were at one moment.
 *
 * @param row none if there is none
 * @param version the stream's number of events; 0 if it has none
 */
public record VersionedRow(Option<Row> row, long version) {}
