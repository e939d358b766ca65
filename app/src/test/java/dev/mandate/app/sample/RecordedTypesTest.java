package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.RecordMac;
import dev.mandate.engine.Engines;
import dev.mandate.engine.events.EventRows;
import dev.mandate.engine.webhook.WebhookRows;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Samples hold every recorded type in each of its versions, and so detect a change of a type without a new version. */
class RecordedTypesTest {

    /** Alternatives of types in the domain that are never recorded. */
    private static final Set<String> NEVER = HashSet.of(
            // There is no row before the first event.
            "SubmissionState: absent",
            // A signed submission is recorded as sent in the same commit. Before it was recorded in between.
            "SubmissionState: signed",
            // A pending order has not ended.
            "creation-ended.state: PENDING",
            // Version 1 named the account before the signer.
            "identity-signer-named.account: null",
            // Versions 1 and 2 knew the newest challenge alone.
            "identity-verified.challenge: null",
            // Nothing counts for an API key any more.
            "sign-in-quota",
            "sign-in-quota-started",
            "sign-in-quota-code-rejected",
            // Limits of older versions count as landed.
            "engine-limit-granted.presence: LANDED",
            // Only version 1 did not know them.
            "passkey-registered.backup: null",
            "passkey-asserted.key: null",
            "passkey-asserted.backup: null",
            "Credential.backup: null",
            // A command records it, with another secret: RotatedSecretTest.
            "secret-rotation",
            "secret-rotation-rotated",
            // No sample was written since accounts are watched.
            "watch-network");

    /** A row, messages and answers without an {@link EntityType}. */
    private static final Array<String> OTHERS = Array.of(
            "row submission-open: {}",
            "create-account: {}",
            "drive-submission: {}",
            "mail-code: {}",
            "watch-limit: {}",
            "watch-network: {}",
            "creation-answer: {\"answer\":text}",
            "filters-answer: {\"answer\":text}",
            "identity-answer: {\"answer\":text}",
            "join-answer: {\"answer\":text}",
            "limit-use-answer: {\"answer\":text}",
            "nonce-answer: {\"answer\":text}",
            "submission-answer: {\"answer\":text}");

    private static final String HOW = ": docs/upgrading.md says how a recorded type changes";

    @TempDir
    private Path data = Path.of("");

    /** A type with its shapes; {@link #OTHERS} have no name. */
    private record Type(String name, int version, RecordedKind kind) {

        static Type of(EntityType<?, ?> type) {
            return new Type(type.kind(), type.schemaVersion(), RecordedKind.of(type.format().tail()));
        }

        /** The payloads of this type and version. */
        Array<Payload> in(Array<Recorded> all, int of) {
            return all.filter(one -> one.type.equals(name) && one.payload.schemaVersion() == of).map(Recorded::payload);
        }

        /** Those of {@code alternatives} that are in no payload of this version. */
        Set<String> missing(Set<String> alternatives, Array<Recorded> all) {
            return alternatives.removeAll(in(all, version).flatMap(payload -> kind.in(payload.type(), json(payload))
                            .getOrElseThrow(() -> new AssertionError(payload + " has not the shape of its type and version" + HOW))))
                    .removeAll(NEVER);
        }
    }

    private static Array<Type> types() {
        return Array.ofAll(Engines.projections())
                .map(projection -> Type.of((EntityType<?, ?>) projection.fold()))
                .append(new Type("", 1, RecordedKind.of(OTHERS)));
    }

    /** A payload of a type. */
    private record Recorded(String type, Payload payload) {

        static Array<Recorded> in(AuditReader journal) {
            Array<String> names = types().map(Type::name);
            return Array.ofAll(journal.events(0, Journal.MAX_PAGE).items().map(event -> new Recorded(event.stream().kind(), event.payload())))
                    .appendAll(journal.allRows(Option.none(), Journal.MAX_PAGE).items()
                            // These follow from events, and can be projected anew in any shape.
                            .reject(row -> EventRows.TYPES.exists(type -> type.kind().equals(row.key().kind())))
                            // Nothing depends on these.
                            .reject(row -> row.key().kind().equals("api-key-use"))
                            // These are removed after some days.
                            .reject(row -> WebhookRows.TYPES.exists(type -> type.kind().equals(row.key().kind())))
                            .map(row -> new Recorded(row.key().kind(), row.value())))
                    .appendAll(journal.answers(Option.none(), Journal.MAX_PAGE).items().map(answer -> new Recorded("", answer.answer())))
                    .appendAll(journal.open(0, Journal.MAX_PAGE).items().map(open -> new Recorded("", open.message().payload())))
                    .map(one -> new Recorded(names.contains(one.type) ? one.type : "", RecordMac.bare(one.payload)));
        }
    }

    private Array<Recorded> inSamples() throws Exception {
        Array<Recorded> all = Array.empty();
        for (JournalSample sample : JournalSample.all()) {
            Path folder = Files.createDirectory(data.resolve(sample.folder().getFileName()));
            sample.restoreInto(folder);
            try (SqliteStore store = SqliteStore.open(folder).get()) {
                all = all.appendAll(Recorded.in(store.audit()));
            }
        }
        return all;
    }

    /** So a type of which a journal may exist does not change without a new version. */
    @Test
    void versionsInSamplesAreThereWithEveryAlternative() throws Exception {
        Array<Recorded> samples = inSamples();

        for (Type type : types().filter(type -> !type.in(samples, type.version).isEmpty())) {
            assertEquals(
                    HashSet.empty(),
                    type.missing(type.kind.alternatives(), samples),
                    () -> "not in the samples of " + type.name + ", version " + type.version + HOW);
        }
    }

    @Test
    void everyOlderVersionIsInASample() throws Exception {
        Array<Recorded> samples = inSamples();

        assertEquals(
                Array.empty(),
                types().flatMap(type -> Array.range(1, type.version)
                        .filter(older -> type.in(samples, older).isEmpty())
                        .map(older -> type.name + ", version " + older)),
                () -> "in no sample" + HOW);
    }

    @Test
    void theScriptRecordsEveryCase() throws Exception {
        InMemoryJournal store = new InMemoryJournal();
        var unused = new SampleScript(store, JournalSample.secret(data)).play();
        Array<Recorded> all = Recorded.in(store.audit());

        for (Type type : types()) {
            assertEquals(HashSet.empty(), type.missing(type.kind.cases(), all), () -> "not recorded of " + type.name);
        }
    }

    private static JsonNode json(Payload payload) {
        return Json.parseObject(Bytes.of(payload.content().getBytes(StandardCharsets.UTF_8))).get();
    }
}
