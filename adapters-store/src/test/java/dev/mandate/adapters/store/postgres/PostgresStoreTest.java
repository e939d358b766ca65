package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.Writability;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Opens schemas in various states, and checks their content after opening them again. */
class PostgresStoreTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final UnixTime NOW = new UnixTime(1_800_000_000);

    private final Database database = Database.required();
    private final String address = database.freshSchema();

    @AfterEach
    void closeAll() {
        database.close();
    }

    private static Payload text(String content) {
        return new Payload("text", 1, content);
    }

    private static Commit append(long version, String content) {
        return Commit.at(NOW).append(ALPHA, version, text(content));
    }

    private static void write(PostgresStore store, Commit commit) {
        assertTrue(store.journal().commit(commit).isRight());
    }

    private String place() {
        return Database.settings(address).place();
    }

    @Test
    void commitsAndTheHashChainContinueAfterReopening() {
        try (PostgresStore store = Database.open(address)) {
            write(store, append(0, "one"));
        }
        try (PostgresStore store = Database.open(address)) {
            write(store, append(1, "two"));
            Seq<RecordedEvent> events = store.journal().stream(ALPHA, 0, 10).items();
            assertEquals(Array.of(text("one"), text("two")), events.map(RecordedEvent::payload).toArray());
            assertEquals(EventHash.of(events.get(0)), events.get(1).previous());
            assertTrue(events.get(0).position() < events.get(1).position());
        }
    }

    /** Stands for databases that speak the protocol, and whose advisory locks do nothing. */
    @Test
    void aDatabaseWhoseLocksExcludeNobodyIsRefused() {
        String functions = database.freshSchema();
        Database.run(
                functions,
                "CREATE FUNCTION pg_advisory_xact_lock(int, int) RETURNS void LANGUAGE sql AS ''",
                "CREATE FUNCTION pg_try_advisory_xact_lock(int, int) RETURNS boolean LANGUAGE sql AS 'SELECT true'");
        String name = functions.substring(functions.lastIndexOf('=') + 1);

        StoreProblem problem = Database.problem(address + "," + name + ",pg_catalog");

        assertTrue(problem.text().contains("its advisory locks exclude nobody"), problem::text);
    }

    @Test
    void instancesThatStartAtOnceMakeOneSchema() throws Exception {
        int instances = 6;
        try (ExecutorService executor = Executors.newFixedThreadPool(instances)) {
            List<Future<PostgresStore>> starting = new ArrayList<>();
            for (int i = 0; i < instances; i++) {
                starting.add(executor.submit(() -> Database.open(address)));
            }
            for (int i = 0; i < instances; i++) {
                try (PostgresStore store = starting.get(i).get()) {
                    write(store, append(i, "from " + i));
                }
            }
        }
        try (PreparedConnection session = Connections.single(Database.settings(address), Connections.Use.READING)) {
            assertEquals(
                    Array.of("0001-journal.sql"),
                    session.query("SELECT name FROM migration", row -> row.getString(1)));
        }
    }

    @Test
    void theMigrationsLeaveTheShapeThatOpeningAsksFor() throws Exception {
        Database.open(address).close();
        try (PreparedConnection session = Connections.single(Database.settings(address), Connections.Use.READING)) {
            assertEquals(Schema.expectedShape().sorted(), Schema.shape(session).sorted());
        }
    }

    @Test
    void aSchemaOfANewerVersionIsLeftAlone() {
        Database.open(address).close();
        Database.run(address, "INSERT INTO migration (number, name, checksum) VALUES (2, '0002-later.sql', 'x')");
        StoreProblem newer = new StoreProblem.Newer(place(), 2, 1);
        assertEquals(newer, Database.problem(address));
        assertEquals(newer, PostgresReader.open(Database.settings(address)).swap().get());
    }

    @Test
    void anInstanceOfAnOlderVersionStopsWriting() {
        PostgresStore store = database.store(address);
        write(store, append(0, "one"));
        Database.run(address, "INSERT INTO migration (number, name, checksum) VALUES (2, '0002-later.sql', 'x')");
        JournalUnavailableException overtaken =
                assertThrows(JournalUnavailableException.class, () -> write(store, append(1, "two")));
        assertEquals(Effect.NONE, overtaken.effect());
        assertEquals(1, store.journal().version(ALPHA));
    }

    @Test
    void aMigrationThatWasNotOursIsNoticed() {
        Database.open(address).close();
        Database.run(address, "UPDATE migration SET checksum = 'x'");
        assertEquals(new StoreProblem.OtherHistory(place(), 1), Database.problem(address));
    }

    @Test
    void anotherApplicationsSchemaIsLeftAlone() {
        Database.run(address, "CREATE TABLE theirs (x INTEGER)");
        assertEquals(new StoreProblem.Foreign(place()), Database.problem(address));
        assertEquals(
                new StoreProblem.Foreign(place()),
                PostgresReader.open(Database.settings(address)).swap().get());
    }

    @Test
    void anotherApplicationsMigrationsAreNotTakenForOurs() {
        Database.run(address, "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT, checksum TEXT)");
        assertEquals(new StoreProblem.Foreign(place()), Database.problem(address));
    }

    @Tag("full")
    @Test
    void aSchemaThatLacksATableAColumnOrAKeyIsDamaged() {
        for (String harm : Array.of(
                "DROP TABLE checkpoint",
                "ALTER TABLE event DROP COLUMN hash",
                "ALTER TABLE event DROP CONSTRAINT event_stream_kind_stream_id_version_key",
                "ALTER TABLE state_row ALTER COLUMN key TYPE TEXT COLLATE \"default\"")) {
            String harmed = database.freshSchema();
            Database.open(harmed).close();
            Database.run(harmed, harm);
            assertInstanceOf(StoreProblem.Damaged.class, Database.problem(harmed), harm);
            assertInstanceOf(
                    StoreProblem.Damaged.class,
                    PostgresReader.open(Database.settings(harmed)).swap().get(),
                    harm);
        }
    }

    @Tag("full")
    @Test
    void aSchemaWithSomethingThatIsNotOursIsRefused() {
        String quiet = "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'";
        for (Tuple2<String, String> added : Array.of(
                Tuple.of(quiet + "; CREATE TRIGGER hush BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION quiet()", "trigger hush on event"),
                Tuple.of("CREATE RULE keep AS ON DELETE TO outbox DO INSTEAD NOTHING", "rule keep on outbox"),
                Tuple.of("ALTER TABLE state_row ENABLE ROW LEVEL SECURITY", "row security of state_row"),
                Tuple.of("ALTER TABLE answer ADD CONSTRAINT short CHECK (length(content) < 9)", "constraint short of answer"),
                Tuple.of("ALTER TABLE event ALTER COLUMN content SET DEFAULT 'x'", "default of event.content"),
                Tuple.of("CREATE VIEW looks AS SELECT 1", "view looks"),
                Tuple.of("CREATE TABLE notes (x INTEGER)", "table notes"),
                Tuple.of("CREATE SEQUENCE counts", "sequence counts"),
                Tuple.of("CREATE INDEX event_type ON event (type)", "index event_type"),
                Tuple.of("ALTER TABLE event ADD COLUMN note INTEGER", "column event.note integer"))) {
            String altered = database.freshSchema();
            Database.open(altered).close();
            Database.run(altered, added._1);
            for (StoreProblem problem : Array.of(
                    Database.problem(altered), PostgresReader.open(Database.settings(altered)).swap().get())) {
                assertTrue(problem instanceof StoreProblem.Unexpected, problem::text);
                assertTrue(problem.text().contains(" has the " + added._2 + ", which Mandate did not make."), problem::text);
            }
        }
    }

    @Test
    void rowsOfATableThatInheritsFromOursAreNotTakenForOurs() {
        Database.open(address).close();
        String elsewhere = database.freshSchema();
        Database.run(address, "CREATE TABLE " + elsewhere.substring(elsewhere.lastIndexOf('=') + 1) + ".more () INHERITS (event)");
        assertTrue(Database.problem(address).text().contains("more of event"), Database.problem(address)::text);
        Database.run(address, "DROP TABLE " + elsewhere.substring(elsewhere.lastIndexOf('=') + 1) + ".more");
    }

    @Test
    void aSchemaThatIsNotThereIsUnusable() {
        String nowhere = Database.with(database.url(), "currentSchema", "nowhere");
        assertInstanceOf(StoreProblem.Unusable.class, Database.problem(nowhere));
    }

    @Test
    void aReaderMakesNothingWhereThereIsNothing() throws Exception {
        assertEquals(
                new StoreProblem.Missing(place()),
                PostgresReader.open(Database.settings(address)).swap().get());
        try (PreparedConnection session = Connections.single(Database.settings(address), Connections.Use.READING)) {
            assertEquals(Array.empty(), Schema.shape(session));
        }
    }

    @Test
    void aReaderLooksOnWithTheRightToSelectAlone() {
        PostgresStore store = database.store(address);
        write(store, append(0, "one"));
        String role = "mandate_auditor_" + ProcessHandle.current().pid();
        Database.run(
                address,
                "CREATE ROLE " + role + " LOGIN PASSWORD 'looks-on'",
                "GRANT USAGE ON SCHEMA " + schema() + " TO " + role,
                "GRANT SELECT ON ALL TABLES IN SCHEMA " + schema() + " TO " + role);
        try (StoreReader reader = PostgresReader.open(as(role, "looks-on")).get()) {
            assertEquals(1, reader.version(ALPHA));
            write(store, append(1, "two"));
            assertEquals(2, reader.version(ALPHA));
        } finally {
            Database.run(address, "DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void anInstanceNeedsNoRightToMakeTablesOnceTheyAreThere() {
        Database.open(address).close();
        String role = "mandate_worker_" + ProcessHandle.current().pid();
        Database.run(
                address,
                "CREATE ROLE " + role + " LOGIN PASSWORD 'works'",
                "GRANT USAGE ON SCHEMA " + schema() + " TO " + role,
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema() + " TO " + role);
        try (PostgresStore store = PostgresStore.open(as(role, "works")).get()) {
            write(store, append(0, "one"));
            assertEquals(Writability.WRITABLE, store.journal().writability());
            Database.run(address, "REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema() + " FROM " + role);
            assertEquals(Writability.READ_ONLY, store.journal().writability());
            assertEquals(1, store.journal().version(ALPHA));
        } finally {
            Database.run(address, "DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void afterAFailedCommitItIsReadOnlyUntilAProbeIsWritten() {
        PostgresStore store = database.store(address);
        Database.run(
                address,
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$",
                "CREATE TRIGGER full_disk BEFORE INSERT ON event EXECUTE FUNCTION no_room()");

        assertThrows(JournalUnavailableException.class, () -> write(store, append(0, "one")));

        Database.run(address, "DROP FUNCTION no_room() CASCADE");
        assertEquals(Writability.READ_ONLY, store.journal().writability());
        while (store.journal().writability() != Writability.WRITABLE) {
            Thread.onSpinWait();
        }
        write(store, append(0, "one"));
    }

    /** As a session of a standby is. */
    @Test
    void aSessionThatMayOnlyReadIsKnownForOne() throws Exception {
        Database.open(address).close();
        try (Connections reading = Connections.open(Database.settings(address), Connections.Use.READING)) {
            JournalUnavailableException refused = assertThrows(
                    JournalUnavailableException.class,
                    () -> reading.read(session -> session.first(PostgresStore.WRITE_OF_NOTHING, row -> row.getInt(1))));
            assertTrue(Fault.isOfReadOnly(refused), refused::toString);
        }
    }

    private String schema() {
        return address.substring(address.lastIndexOf('=') + 1);
    }

    /** The settings of somebody else: of the same server, whose address is all that counts before the parameters. */
    private PostgresSettings as(String role, String password) {
        String base = address.substring(0, address.indexOf('?'));
        return Database.settings(
                base + "?user=" + role + "&password=" + password + "&currentSchema=" + schema());
    }

    @Test
    void commitsAreSynchronousDespiteTheDatabaseDefault() {
        String careless = Database.with(address, "options", "-c%20synchronous_commit=off");
        try (Connections connections = Connections.open(Database.settings(careless), Connections.Use.WRITING)) {
            assertEquals("on", connections.read(Shown::synchronousCommit));
        }
        String careful = Database.with(address, "options", "-c%20synchronous_commit=remote_apply");
        try (Connections connections = Connections.open(Database.settings(careful), Connections.Use.WRITING)) {
            assertEquals("remote_apply", connections.read(Shown::synchronousCommit));
        }
    }

    private interface Shown {
        static String synchronousCommit(PreparedConnection session) throws java.sql.SQLException {
            return session.first("SHOW synchronous_commit", row -> row.getString(1)).get();
        }
    }

    @Test
    void aClosedStoreIsUnavailable() {
        PostgresStore store = Database.open(address);
        store.close();
        JournalUnavailableException write =
                assertThrows(JournalUnavailableException.class, () -> write(store, append(0, "late")));
        assertEquals(Effect.NONE, write.effect());
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(ALPHA));
        store.close();
    }
}
