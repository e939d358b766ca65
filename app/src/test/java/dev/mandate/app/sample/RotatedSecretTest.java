package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.Mandate;
import dev.mandate.app.crash.TestSchema;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal with every recorded type, and with work that is not done, is served and continued after its operator's secret was replaced. */
class RotatedSecretTest {

    private static final JournalSample SAMPLE = JournalSample.all().last();

    @TempDir
    private Path data = Path.of("");

    private final StringWriter out = new StringWriter();

    private int mandate(String command, String... more) {
        return at(command, Array.of(more).append("--data-dir").append(data.toString()).toJavaArray(String[]::new));
    }

    private void rotate(String... store) {
        assertEquals(0, mandate("secret rotate --by ops", store), out::toString);
    }

    private void assertVerified(String... store) {
        assertEquals(0, mandate("verify-log", store), out::toString);
        assertTrue(out.toString().contains("MACs         checked with the operator's secret"), out::toString);
    }

    private OperatorSecret secret(Journal journal) {
        return OperatorSecret.open(data.resolve(OperatorSecret.NAME)).get().knowing(SecretRotations.replaced(journal)).get();
    }

    @Test
    void onSqlite() throws Exception {
        OperatorSecret first = JournalSample.secret(data);
        SAMPLE.restoreInto(data);

        rotate();
        rotate();

        assertVerified();
        try (SqliteStore store = SqliteStore.open(data).get()) {
            OperatorSecret secret = secret(store.journal());
            assertNotEquals(first.logSigner().key(), secret.logSigner().key());
            JournalSampleTest.assertServed(SAMPLE, store, secret);
        }
        assertVerified();
    }

    @Test
    void onPostgres() throws Exception {
        var unused = JournalSample.secret(data);
        try (TestSchema schema = TestSchema.make()) {
            SAMPLE.restoreInto(schema.url());
            String[] place = {"--store", schema.url()};

            rotate(place);

            assertVerified(place);
            try (PostgresStore store = PostgresSettings.parse(schema.url()).flatMap(PostgresStore::open).get()) {
                JournalSampleTest.assertServed(SAMPLE, store, secret(store.journal()));
                assertEquals(1, mandate("secret rotate", place));
                assertTrue(out.toString().contains("is in use by this or another process: stop all servers"), out::toString);
            }
            assertVerified(place);
        }
    }

    /** Its anchor is behind, and names checkpoints of the earlier key next. */
    @Test
    void anotherInstanceContinuesWithACopyOfTheNewSecret() throws Exception {
        var unused = JournalSample.secret(data);
        Path other = Files.createDirectory(data.resolve("other"));
        try (TestSchema schema = TestSchema.make()) {
            SAMPLE.restoreInto(schema.url());
            String[] here = {"--store", schema.url()};
            String[] there = {"--store", schema.url(), "--data-dir", other.toString()};
            var copied = Files.copy(data.resolve(OperatorSecret.NAME), other.resolve(OperatorSecret.NAME), StandardCopyOption.COPY_ATTRIBUTES);
            assertEquals(0, at("api-key create --tenant there --name one", there), out::toString);
            assertEquals(0, at("api-key revoke --all --tenant there", there), out::toString);
            assertEquals(0, mandate("api-key create --tenant here --name one", here), out::toString);
            assertEquals(0, mandate("api-key revoke --all --tenant here", here), out::toString);

            rotate(here);
            assertEquals(1, at("api-key create --tenant there --name two", there));
            assertTrue(out.toString().contains("which was replaced: put a copy of the new operator.secret in its place"), out::toString);

            var replaced = Files.copy(data.resolve(OperatorSecret.NAME), copied, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(0, at("api-key create --tenant there --name two", there), () -> replaced + ": " + out);
            assertEquals(0, at("api-key revoke --all --tenant there", there), out::toString);
            assertEquals(0, at("verify-log", there), out::toString);
            assertVerified(here);
        }
    }

    private int at(String command, String... place) {
        String[] arguments = Array.of(command.split(" ")).appendAll(Array.of(place)).toJavaArray(String[]::new);
        return Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true)).execute(arguments);
    }

    /** Their create keys follow from the first secret. */
    @Test
    void pendingCreationsAreCompleted() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        rotate();
        try (SqliteStore store = SqliteStore.open(data).get()) {
            JournalSampleTest.assertCreationsCompleted(SAMPLE, store, secret(store.journal()));
        }
        assertVerified();
    }

    @Test
    void whoDidItIsRecorded() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        rotate();
        try (JournalStore store = SqliteStore.open(data).get()) {
            assertEquals(1, store.journal().rows(RowScan.of(SecretRotations.KIND, Journal.MAX_PAGE)).items().length());
            String event = store.journal().events(store.checkpoints().latest().get().checkpoint().position() - 1, 1).items().head().payload().content();
            assertTrue(event.startsWith("{\"by\":\"ops\""), event);
        }
    }

    private Path next() {
        return data.resolve(OperatorSecret.NEXT);
    }

    private Bytes32 logKey() {
        return OperatorSecret.open(data.resolve(OperatorSecret.NAME)).get().logSigner().key();
    }

    /** So a run leaves it that dies after the new secret is in its place. */
    @Test
    void aLeftoverOfACompletedReplacementDoesNotStopTheNextOne() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        rotate();
        Bytes32 first = logKey();
        var leftover = Files.copy(data.resolve(OperatorSecret.NAME), next(), StandardCopyOption.COPY_ATTRIBUTES);

        rotate();

        assertNotEquals(first, logKey(), leftover::toString);
        assertTrue(Files.notExists(next()));
        assertVerified();
    }

    /** Somebody may have copied it since. */
    @Test
    void aSecretThatAnEarlierRunHasLeftIsNotUsed() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        rotate();
        OperatorSecret leftover = OperatorSecret.openOrCreate(next()).get();

        rotate();

        assertNotEquals(leftover.logSigner().key(), logKey());
        assertTrue(Files.notExists(next()));
        assertVerified();
    }

    @Test
    void onlyTheSecretOfTheJournalTellsOfAnInterruption() throws Exception {
        OperatorSecret former = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        rotate();
        assertTrue(former.replaceIn(data.resolve(OperatorSecret.NAME)).isEmpty());
        var leftover = OperatorSecret.openOrCreate(next()).get();

        assertEquals(1, mandate("api-key list --tenant acme"), leftover::toString);

        assertTrue(out.toString().contains("which was replaced: put a copy of the new operator.secret in its place"), out::toString);
    }

    /** Renaming it would end the link, and leave the earlier secret at its target. */
    @Test
    void aLinkToTheSecretIsRefusedBeforeTheJournalIsRewritten() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        Path real = Files.move(data.resolve(OperatorSecret.NAME), data.resolve("mounted"));
        Path link = Files.createSymbolicLink(data.resolve(OperatorSecret.NAME), real);

        assertEquals(1, mandate("secret rotate"));

        assertTrue(out.toString().contains(link + " is a symbolic link"), out::toString);
        assertVerified();
    }

    @Test
    void draftsThatACrashHasLeftAreDeleted() throws Exception {
        var unused = JournalSample.secret(data);
        SAMPLE.restoreInto(data);
        Path draft = Files.createFile(data.resolve(OperatorSecret.NAME + ".123.new"));
        Path ofNext = Files.createFile(data.resolve(OperatorSecret.NEXT + ".123.new"));

        rotate();

        assertTrue(Files.notExists(draft));
        assertTrue(Files.notExists(ofNext));
    }
}
