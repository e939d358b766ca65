package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.Mandate;
import dev.mandate.app.crash.TestSchema;
import dev.mandate.app.sample.JournalSample.Fact;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** A journal of an earlier state is read, served and continued, and {@code verify-log} finds nothing. */
class JournalSampleTest {

    @TempDir
    private Path data = Path.of("");

    private static Array<JournalSample> samples() {
        return JournalSample.all();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void onSqlite(JournalSample sample) throws Exception {
        OperatorSecret secret = JournalSample.secret(data);
        sample.restoreInto(data);
        assertVerified();
        try (SqliteStore store = SqliteStore.open(data).get()) {
            assertServed(sample, store, secret);
        }
        assertVerified();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void onPostgres(JournalSample sample) throws Exception {
        OperatorSecret secret = JournalSample.secret(data);
        try (TestSchema schema = TestSchema.make()) {
            sample.restoreInto(schema.url());
            assertVerified("--store", schema.url());
            try (PostgresStore store = PostgresSettings.parse(schema.url()).flatMap(PostgresStore::open).get()) {
                assertServed(sample, store, secret);
            }
            assertVerified("--store", schema.url());
        }
    }

    /** Version 1 derived their create keys from the operator's secret. */
    @ParameterizedTest
    @MethodSource("samples")
    void pendingCreationsAreCompletedAtTheirAddresses(JournalSample sample) throws Exception {
        OperatorSecret secret = JournalSample.secret(data);
        sample.restoreInto(data);
        try (SqliteStore store = SqliteStore.open(data).get()) {
            assertCreationsCompleted(sample, store, secret);
        }
        assertVerified();
    }

    static void assertCreationsCompleted(JournalSample sample, JournalStore store, OperatorSecret secret) throws Exception {
        Array<RowKey> pending = creations(store.journal(), "PENDING");
        SampleService service = new SampleService(store, secret, sample.chain(), sample.now());
        service.chain.fund(service.feePayer, BaseUnits.of(1_000 * SampleService.SOL));
        service.chain.expireBlockhashes();
        for (int rounds = 0; rounds < 3; rounds++) {
            // What was sent cannot land any more.
            service.pass(1_000);
            service.work();
        }

        assertTrue(pending.nonEmpty());
        assertEquals(pending, pending.filter(creations(store.journal(), "CREATED")::contains));
    }

    private static Array<RowKey> creations(Journal journal, String state) {
        return journal.rows(RowScan.of("creation", Journal.MAX_PAGE)).items().toArray()
                .filter(row -> row.value().content().contains("\"state\":\"" + state + "\""))
                .map(Row::key);
    }

    /** Every MAC, hash, signature and checkpoint is right, and every row is what its events add up to. */
    private void assertVerified(String... store) {
        StringWriter out = new StringWriter();
        String[] arguments = Array.of("verify-log", "--data-dir", data.toString()).appendAll(Array.of(store)).toJavaArray(String[]::new);
        int exit = Mandate.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true)).execute(arguments);
        assertEquals(0, exit, out::toString);
        assertTrue(out.toString().contains("MACs         checked with the operator's secret"), out::toString);
    }

    static void assertServed(JournalSample sample, JournalStore store, OperatorSecret secret) throws Exception {
        SampleService service = new SampleService(store, secret, sample.chain(), sample.now());
        Headers acme = SampleClient.bearer(sample.fact(Fact.API_KEY));
        String path = SampleClient.ACCOUNTS + "/" + sample.fact(Fact.ACCOUNT);

        ObjectNode account = service.served(acme, "GET", path, "");
        ObjectNode limit = service.served(acme, "GET", path + "/spending-limits/" + sample.fact(Fact.LIMIT), "");
        ObjectNode submission = service.served(acme, "GET", "/api/v1/submissions/" + sample.fact(Fact.SUBMISSION), "");
        ObjectNode ordered = service.served(
                acme.with(SampleClient.KEY_HEADER, SampleScript.ORDER_KEY), "POST", SampleClient.ACCOUNTS, SampleScript.order());

        assertEquals(sample.fact(Fact.ACCOUNT), account.path("smart_account_address").asString(), account::toString);
        // Of 5,000,000, 7 are signed for and 8 are reserved.
        assertEquals("4999985", limit.path("remaining_amount").asString(), limit::toString);
        assertEquals("confirmed", submission.path("status").asString(), submission::toString);
        assertEquals(sample.fact(Fact.ORDERED), ordered.path("smart_account_address").asString(), ordered::toString);
        service.work();
        service.sign();
    }
}
