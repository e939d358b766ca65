package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.RecordMac;
import dev.mandate.engine.tenant.TenantEngine;
import dev.mandate.ports.audit.AuditReader;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.Payload;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every recorded type, each of its cases and each of its words is in a sample. */
class RecordedTypesTest {

    /** Alternatives of types in the domain that are never recorded. */
    private static final Set<String> NEVER = HashSet.of(
            // There is no row before the first event.
            "SubmissionState: absent",
            // A pending order has not ended.
            "creation-ended.state: PENDING",
            // An identity begins with a challenge.
            "EmailIdentity.challenge: null");

    /** A row, messages and answers without an {@link EntityType}. */
    private static final Array<String> OTHERS = Array.of(
            "row submission-open: {}",
            "create-account: {}",
            "drive-submission: {}",
            "mail-code: {}",
            "watch-limit: {}",
            "creation-answer: {\"answer\":text}",
            "filters-answer: {\"answer\":text}",
            "identity-answer: {\"answer\":text}",
            "join-answer: {\"answer\":text}",
            "limit-use-answer: {\"answer\":text}",
            "nonce-answer: {\"answer\":text}",
            "submission-answer: {\"answer\":text}");

    @TempDir
    private Path data = Path.of("");

    /** A kind of records, or {@link #OTHERS}. */
    private record Recorded(String kind, Payload payload) {}

    private static Map<String, RecordedKind> kinds() {
        return TenantEngine.projections()
                .map(projection -> (EntityType<?, ?>) projection.fold())
                .toLinkedMap(type -> Tuple.of(type.kind(), RecordedKind.of(type.format())))
                .put("", RecordedKind.of(OTHERS));
    }

    private static Array<Recorded> recorded(AuditReader journal) {
        Set<String> kinds = kinds().keySet();
        return Array.ofAll(journal.events(0, Journal.MAX_PAGE).items().map(event -> new Recorded(event.stream().kind(), event.payload())))
                .appendAll(journal.allRows(Option.none(), Journal.MAX_PAGE).items().map(row -> new Recorded(row.key().kind(), row.value())))
                .appendAll(journal.answers(Option.none(), Journal.MAX_PAGE).items().map(answer -> new Recorded("", answer.answer())))
                .appendAll(journal.open(0, Journal.MAX_PAGE).items().map(open -> new Recorded("", open.message().payload())))
                .map(one -> new Recorded(kinds.contains(one.kind) ? one.kind : "", RecordMac.bare(one.payload)));
    }

    private Array<Recorded> inSamples() throws Exception {
        Array<Recorded> all = Array.empty();
        for (JournalSample sample : JournalSample.all()) {
            Path folder = Files.createDirectory(data.resolve(sample.folder().getFileName()));
            sample.restoreInto(folder);
            try (SqliteStore store = SqliteStore.open(folder).get()) {
                all = all.appendAll(recorded(store.audit()));
            }
        }
        return all;
    }

    @Test
    void samplesHoldEveryAlternative() throws Exception {
        Array<Recorded> all = inSamples();

        assertEquals(
                LinkedHashMap.empty(),
                kinds().map((name, kind) -> Tuple.of(name, missing(kind, all.filter(one -> one.kind.equals(name)).map(Recorded::payload))))
                        .filterValues(Set::nonEmpty));
    }

    /** The alternatives of {@code kind} that no payload holds. */
    private static Set<String> missing(RecordedKind kind, Array<Payload> payloads) {
        return kind.alternatives()
                .removeAll(payloads.flatMap(payload -> kind.in(payload.type(), json(payload))
                        .getOrElseThrow(() -> new AssertionError("of another shape: " + payload))))
                .removeAll(NEVER);
    }

    private static JsonNode json(Payload payload) {
        return Json.parseObject(Bytes.of(payload.content().getBytes(StandardCharsets.UTF_8))).get();
    }
}
