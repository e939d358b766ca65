package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.app.crash.TestSchema;
import dev.mandate.app.sample.JournalSample.Fact;
import dev.mandate.app.sample.JournalSample.Written;
import dev.mandate.app.sample.JournalText.Dialect;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Writes a sample of the program's present state. Run by hand, as {@code src/test/resources/journal-samples/README.md} says. */
class JournalSampleWriter {

    private static final String NUMBER = "mandate.sample";

    @TempDir
    private Path data = Path.of("");

    @Test
    @EnabledIfSystemProperty(named = NUMBER, matches = "[0-9]+")
    void write() throws Exception {
        JournalSample sample = JournalSample.of(Integer.getInteger(NUMBER));
        if (Files.exists(sample.folder())) {
            throw new IllegalStateException(sample.folder() + " is kept for good");
        }
        OperatorSecret secret = JournalSample.secret(data);
        Written sqlite = onSqlite(secret);
        Written postgres = onPostgres(secret);
        assertEquals(sqlite.facts(), postgres.facts());
        assertEquals(sqlite.chain(), postgres.chain());
        sample.write(HashMap.of(Dialect.SQLITE, sqlite, Dialect.POSTGRES, postgres));
    }

    private Written onSqlite(OperatorSecret secret) throws Exception {
        try (SqliteStore store = SqliteStore.open(data).get(); Connection connection = JournalSample.sqlite(data)) {
            return written(Dialect.SQLITE, store, secret, connection);
        }
    }

    private static Written onPostgres(OperatorSecret secret) throws Exception {
        try (TestSchema schema = TestSchema.make();
                PostgresStore store = PostgresSettings.parse(schema.url()).flatMap(PostgresStore::open).get();
                Connection connection = DriverManager.getConnection(schema.url())) {
            return written(Dialect.POSTGRES, store, secret, connection);
        }
    }

    private static Written written(Dialect dialect, JournalStore store, OperatorSecret secret, Connection connection) throws Exception {
        SampleScript script = new SampleScript(store, secret);
        Map<Fact, String> facts = script.play();
        return new Written(JournalText.of(connection, dialect), facts, script.onChain());
    }
}
