package dev.mandate.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogFinding;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Records of older versions are read, added up, verified and followed by new ones, and stay as they were written. */
class UpcastingTest {

    private enum Period {
        DAY,
        YEARLY
    }

    /** Version 2 had {@code amount} by this name; version 3 has no vault, and a label. */
    private record Terms(long amountBaseUnits, Option<String> memo, Period period, Option<String> label) {}

    private record Loan(Terms terms, Seq<Terms> former) {}

    private sealed interface Event {
        record Granted(Terms terms) implements Event {}

        record Changed(Terms terms) implements Event {}

        record Closed() implements Event {}
    }

    private static final EntityType<Loan, Event> TYPE = EntityType.of("loan", Loan.class, Event.class, UpcastingTest::evolve)
            .upcasting(1, UpcastingTest::fromVersion1)
            .upcasting(2, UpcastingTest::fromVersion2);

    private static JsonObject fromVersion1(JsonObject json) {
        return termsOf(json, terms -> terms.renamed("amount", "amountBaseUnits"))
                .when("loan-opened", opened -> opened.changed("type", name -> "\"loan-granted\""));
    }

    private static JsonObject fromVersion2(JsonObject json) {
        return termsOf(json, terms -> terms.without("vault")
                .changed("period", period -> period.equals("\"YEAR\"") ? "\"YEARLY\"" : period)
                .with("label", JsonObject.NULL));
    }

    private static JsonObject termsOf(JsonObject json, UnaryOperator<JsonObject> change) {
        return json.inside("terms", change).inside("former", change);
    }

    private static Loan evolve(Option<Loan> before, Event event) {
        return switch (event) {
            case Event.Granted(Terms terms) -> new Loan(terms, Array.empty());
            case Event.Changed(Terms terms) -> new Loan(terms, before.get().former.append(before.get().terms));
            case Event.Closed closed -> before.get();
        };
    }

    private static final UnixTime NOW = new UnixTime(1_000);
    private static final JournalMac KEY = text -> Sha256.of("key" + text);
    private static final RowKey ROW = new RowKey("loan", "a");
    /** A text is not searched, whatever it looks like. */
    private static final Option<String> MEMO = Option.some("{\"terms\":{\"amount\":1}}");
    private static final Loan LOAN =
            new Loan(terms(8, MEMO, Period.DAY), Array.of(terms(7, Option.none(), Period.YEARLY)));

    private final InMemoryJournal stored = new InMemoryJournal();
    private final Journal journal = new AuthenticatedJournal(stored, KEY);
    private final Repository<Loan, Event> loans = new Repository<>(TYPE, journal, () -> NOW);
    private final Repository<FirstLoan, FirstLoan.Event> before = new Repository<>(FirstLoan.TYPE, journal, () -> NOW);

    UpcastingTest() {
        FirstLoan.Terms first = new FirstLoan.Terms(7, 1, Option.none(), FirstLoan.Period.YEAR);
        FirstLoan.Terms second = new FirstLoan.Terms(8, 1, MEMO, FirstLoan.Period.DAY);
        var unused = before.update("a", none -> Either.right(Array.of(new FirstLoan.Event.Opened(first), new FirstLoan.Event.Changed(second))));
    }

    private static Terms terms(long amount, Option<String> memo, Period period) {
        return new Terms(amount, memo, period, Option.none());
    }

    private Seq<LogFinding> findings() {
        AuditTrust trust = new AuditTrust(Option.none(), Option.some(KEY), Option.none(), Option.none());
        return LogVerifier.verify(stored.audit(), Array.of(TYPE.projection()), trust, () -> NOW).findings();
    }

    private Array<Payload> events() {
        return stored.stream(new StreamId("loan", "a"), 0, 10).items().map(event -> RecordMac.bare(event.payload())).toArray();
    }

    @Test
    void rowsAndEventsOfTheFirstVersionAreRead() {
        assertEquals(new Entity<>("a", 2, NOW, LOAN), loans.require("a"));
        assertEquals(
                new Entity<>("a", 2, NOW, LOAN), TYPE.after(journal, journal.stream(new StreamId("loan", "a"), 1, 1).items().head()));
    }

    @Test
    void aRowEqualsTheFoldOfEventsOfAllVersions() {
        assertEquals(Array.empty(), findings());

        var unused = loans.update("a", loan -> Either.right(Array.of(new Event.Closed())));

        assertEquals(Array.of(1, 1, 3), events().map(Payload::schemaVersion));
        assertEquals(Array.empty(), findings());
    }

    @Test
    void readingWritesNothingAndTheNextEventWritesTheNewestVersion() {
        Array<Payload> written = events();
        Option<Row> row = stored.row(ROW);

        assertEquals(LOAN, loans.require("a").state());
        assertEquals(written, events());
        assertEquals(row, stored.row(ROW));

        var unused = loans.update("a", loan -> Either.right(Array.of(new Event.Closed())));
        assertEquals(written, events().take(2));
        assertEquals(new Payload("loan-closed", 3, "{}"), events().last());
        assertEquals(3, stored.row(ROW).get().value().schemaVersion());
    }

    @Test
    void aRowOfAnOlderVersionThatIsNotTheFoldOfItsEventsIsFound() {
        FirstLoan other = new FirstLoan(new FirstLoan.Terms(9, 1, Option.none(), FirstLoan.Period.DAY), Array.empty());
        put(FirstLoan.TYPE.row(new Entity<>("a", 2, NOW, other)));

        assertEquals(Array.of(new LogFinding.RowDiffers(ROW)), findings());
    }

    @Test
    void aRecordOfANewerVersionIsAFaultThatSaysSo() {
        put(new Payload("loan", 4, "{\"version\":2,\"at\":1000,\"state\":{}}"));

        assertEquals(
                "row loan/a holds loan of version 4, and this program knows versions up to 3: use the one that wrote it", damage());
        assertEquals(Array.of(new LogFinding.RowDiffers(ROW)), findings());
    }

    @Test
    void aRecordThatHasNotTheShapeOfItsVersionIsAFaultThatNamesIt() {
        put(new Payload("loan", 1, "{\"version\":2,\"at\":1000,\"state\":{\"terms\":{\"amount\":1},\"former\":[]}}"));
        assertEquals("row loan/a holds loan of version 1, which can't be read as 3: no member vault", damage());

        put(new Payload("loan", 1, "{\"version\":2,\"at\":1000,\"state\":{}"));
        assertEquals("row loan/a holds loan of version 1, which can't be read as 3: expected , at character 33", damage());
    }

    @Test
    void versionsHaveNoGap() {
        assertEquals(3, TYPE.schemaVersion());
        assertThrows(IllegalArgumentException.class, () -> TYPE.upcasting(2, json -> json));
        assertThrows(IllegalArgumentException.class, () -> TYPE.upcasting(4, json -> json));
    }

    private void put(Payload row) {
        assertEquals(true, journal.commit(Commit.at(NOW).change(new RowChange.Put(ROW, row))).isRight());
    }

    private String damage() {
        return String.valueOf(assertThrows(JournalDamagedException.class, () -> loans.require("a")).getMessage());
    }
}
