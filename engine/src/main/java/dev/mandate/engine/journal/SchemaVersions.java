package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Payload;
import io.vavr.collection.Array;
import java.util.function.UnaryOperator;

/**
 * The versions of a recorded type, counted from 1. The newest is written, all are read.
 *
 * @param upcasters from each version to the next, beginning with the first
 */
record SchemaVersions(Array<UnaryOperator<JsonObject>> upcasters) {

    static final SchemaVersions FIRST = new SchemaVersions(Array.empty());

    int newest() {
        return upcasters.length() + 1;
    }

    SchemaVersions upcasting(int from, UnaryOperator<JsonObject> next) {
        if (from != newest()) {
            throw new IllegalArgumentException("the newest version is " + newest() + ", not " + from);
        }
        return new SchemaVersions(upcasters.append(next));
    }

    /**
     * The payload in the newest version, without MAC and request.
     *
     * @param place where it was read, for the operator
     * @throws JournalDamagedException if it is of a version that is newer, or has not the shape of its own
     */
    Payload upcast(Payload stored, Object place) {
        Payload bare = RecordMac.bare(stored);
        if (bare.schemaVersion() == newest()) {
            return bare;
        }
        String what = place + " holds " + bare.type() + " of version " + bare.schemaVersion();
        if (bare.schemaVersion() > newest()) {
            throw new JournalDamagedException(what + ", and this program knows versions up to " + newest() + ": use the one that wrote it");
        }
        try {
            return upcasters.drop(bare.schemaVersion() - 1)
                    .foldLeft(JsonObject.of(bare), (json, next) -> next.apply(json))
                    .payload(newest());
        } catch (IllegalArgumentException e) {
            throw new JournalDamagedException(what + ", which can't be read as " + newest() + ": " + e.getMessage());
        }
    }
}
