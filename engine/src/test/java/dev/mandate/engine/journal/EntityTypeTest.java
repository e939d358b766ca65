package dev.mandate.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.VersionedRow;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class EntityTypeTest {

    private enum Colour {
        RED,
        BLUE
    }

    private record Name(String text) {}

    private sealed interface Lock {
        record None() implements Lock {}

        record HeldBy(Address holder, Option<Name> alias) implements Lock {}
    }

    private record Everything(
            Name name,
            BaseUnits amount,
            long number,
            int small,
            Seq<Lock> locks,
            Set<Colour> colours,
            Option<UnixTime> until,
            Bytes bytes,
            Bytes32 hash) {}

    private sealed interface Event {
        record Changed(Everything everything) implements Event {}

        record WasLost() implements Event {}
    }

    private static final EntityType<Everything, Event> TYPE = EntityType.of("thing", Everything.class, Event.class, EntityTypeTest::evolve);
    private static final UnixTime NOW = new UnixTime(1_000);
    private static final RowKey ROW = new RowKey("thing", "a");
    private static final Everything THING = new Everything(
            new Name("é \" \\ \n \u0000 \ud83d\ude00 \ud83d"),
            BaseUnits.MAX,
            Long.MIN_VALUE,
            7,
            Array.of(
                    new Lock.None(),
                    new Lock.HeldBy(Address.ZERO, Option.some(new Name("x"))),
                    new Lock.HeldBy(Address.ZERO, Option.none())),
            HashSet.of(Colour.RED, Colour.BLUE),
            Option.some(new UnixTime(5)),
            Bytes.of((byte) 0, (byte) -1),
            Bytes32.ZERO);

    private final InMemoryJournal journal = new InMemoryJournal();
    private final Repository<Everything, Event> things = new Repository<>(TYPE, journal, () -> NOW);

    private static Everything evolve(Option<Everything> before, Event event) {
        return switch (event) {
            case Event.Changed(Everything everything) -> everything;
            case Event.WasLost lost -> before.getOrElseThrow(() -> new IllegalStateException("there was nothing"));
        };
    }

    private void putRow(Payload row) {
        assertTrue(journal.commit(Commit.at(NOW).change(new RowChange.Put(ROW, row))).isRight());
    }

    private String damage() {
        return String.valueOf(assertThrows(JournalDamagedException.class, () -> things.find("a")).getMessage());
    }

    @Test
    void writtenEntitiesAreReadBack() {
        assertEquals(new Entity<>("a", 1, NOW, THING), things.ensure("a", new Event.Changed(THING)));
        assertEquals(Option.some(new Entity<>("a", 1, NOW, THING)), things.find("a"));
    }

    @Test
    void eventsAndRowsAreJsonThatPeopleCanRead() {
        Everything plain = new Everything(
                new Name("é\""), BaseUnits.MAX, -1, 7, Array.of(new Lock.None(), new Lock.HeldBy(Address.ZERO, Option.none())),
                HashSet.of(Colour.RED, Colour.BLUE), Option.none(), Bytes.of((byte) 1), Bytes32.ZERO);
        String state = "{\"name\":\"é\\\"\",\"amount\":\"18446744073709551615\",\"number\":-1,\"small\":7,"
                + "\"locks\":[{\"type\":\"none\"},{\"type\":\"held-by\",\"holder\":\"11111111111111111111111111111111\",\"alias\":null}],"
                + "\"colours\":[\"BLUE\",\"RED\"],\"until\":null,\"bytes\":\"AQ==\",\"hash\":\"" + "0".repeat(64) + "\"}";

        assertEquals(new Payload("thing-changed", 1, "{\"everything\":" + state + "}"), TYPE.event(new Event.Changed(plain)));
        assertEquals(new Payload("thing-was-lost", 1, "{}"), TYPE.event(new Event.WasLost()));
        assertEquals(
                new Payload("thing", 1, "{\"version\":3,\"at\":1000,\"state\":" + state + "}"),
                TYPE.row(new Entity<>("a", 3, NOW, plain)));
    }

    @Test
    void malformedContentIsAFaultThatNamesTheRow() {
        String good = TYPE.row(new Entity<>("a", 1, NOW, THING)).content();
        for (String bad : Array.of(
                "", "{}", good + " ", good.replace("\"small\":7,", ""), good.replace("\"small\"", "\"smell\""),
                good.replace("\"small\":7", "\"small\":7,\"more\":1"), good.replace("\"small\":7", "\"small\":007"),
                good.replace("\"small\":7", "\"small\":7.0"), good.replace("\"small\":7", "\"small\":99999999999"),
                good.replace("held-by", "gone"), good.replace("BLUE", "GREEN"), good.replace("18446744073709551615", "-1"),
                good.replace(":\"AP8=\"", ":\"*\""), good.substring(0, good.length() - 1))) {
            putRow(new Payload("thing", 1, bad));
            assertTrue(damage().startsWith("row thing/a can't be read as thing: "), bad);
        }
        putRow(new Payload("thing", 2, good));
        assertEquals("row thing/a holds thing of version 2, and this program knows versions up to 1: use the one that wrote it", damage());
        putRow(new Payload("other", 1, good));
        assertEquals("row thing/a holds other, and no thing", damage());
    }

    @Test
    void anEventThatCannotBeReadOrCannotFollowIsAFaultThatNamesStreamAndPosition() {
        Commit commit = Commit.at(NOW)
                .append(
                        new StreamId("thing", "b"),
                        0,
                        new Payload("thing-eaten", 1, "{}"),
                        new Payload("thing-changed", 1, "{}"),
                        TYPE.event(new Event.WasLost()));
        assertTrue(journal.commit(commit).isRight());
        Array<String> faults = journal.stream(new StreamId("thing", "b"), 0, 10).items().toArray().map(event ->
                String.valueOf(assertThrows(JournalDamagedException.class, () -> TYPE.apply(Option.none(), event)).getMessage()));

        assertEquals("event 1 of thing/b at position 1 is of the unknown type thing-eaten", faults.get(0));
        assertEquals(
                "event 2 of thing/b at position 2 can't be read as thing-changed: expected \"everything\": at character 1", faults.get(1));
        assertEquals("event 3 of thing/b at position 3 can't follow: there was nothing", faults.get(2));
    }

    @Test
    void aRowThatIsBehindItsEventsIsAFaultAndNoEndlessRace() {
        var unused = things.ensure("a", new Event.Changed(THING));
        putRow(TYPE.row(new Entity<>("a", 5, NOW, THING)));

        JournalDamagedException damaged = assertThrows(
                JournalDamagedException.class, () -> things.update("a", before -> Either.right(Array.of(new Event.WasLost()))));
        assertEquals("stream thing/a: its row is of version 5, and its events end with version 1 at position 1", damaged.getMessage());
    }

    @Test
    void aRowThatIsMissingOrOlderThanItsEventsIsNotRead() {
        var unused = things.ensure("a", new Event.Changed(THING));
        Payload first = journal.row(ROW).get().value();
        assertTrue(things.update("a", before -> Either.right(Array.of(new Event.Changed(THING)))).isRight());

        putRow(first);
        assertEquals("stream thing/a: its row is of version 1, and its events end with version 2 at position 2", damage());
        assertTrue(journal.commit(Commit.at(NOW).change(new RowChange.Delete(ROW))).isRight());
        assertEquals("stream thing/a: its row is of version 0, and its events end with version 2 at position 2", damage());
    }

    /** Such as the approvals of a submission whose own records were deleted. */
    @Test
    void aDecisionThatDoesNotExpectAnEntityIsNotRepeatedForEver() {
        var unused = things.ensure("a", new Event.Changed(THING));
        Supplier<Either<String, Repository.Decision<String>>> blind =
                () -> Either.right(new Repository.Decision<>(things.begin(Commit.at(NOW), "a", new Event.Changed(THING)), "begun"));

        String damage = "stream thing/a has events that another record denies";
        assertEquals(damage, assertThrows(JournalDamagedException.class, () -> Repository.commit(journal, blind)).getMessage());
        assertEquals(damage, assertThrows(JournalDamagedException.class, () -> new CommitChain(journal).commit(blind)).getMessage());
    }

    @Test
    void eventsThatAreAddedToACommitFollowThoseThatItHas() {
        Commit begun = things.begin(Commit.at(NOW), "a", new Event.Changed(THING));
        Commit amended = things.amend(begun, "a", before -> Array.of(new Event.Changed(before.get().state())));
        Commit same = things.amend(amended, "a", before -> Array.empty());
        assertTrue(journal.commit(same).isRight());

        assertEquals(Option.some(new Entity<>("a", 2, NOW, THING)), things.find("a"));
        assertTrue(journal.commit(things.amend(Commit.at(NOW), "a", before -> Array.of(new Event.Changed(THING)))).isRight());
        assertEquals(3, things.find("a").get().version());
    }

    @Test
    void everyCommitOnAStreamThatLacksItsLastEventFailsAtItsFirstTry() throws Exception {
        putRow(TYPE.row(new Entity<>("a", 5, NOW, THING)));
        CommitChain chain = new CommitChain(journal);
        AtomicInteger decisions = new AtomicInteger();
        int callers = 32;
        List<Future<Either<String, Integer>>> outcomes = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < callers; i++) {
                outcomes.add(executor.submit(() -> chain.<String, Integer>commit(() -> {
                    int decision = decisions.incrementAndGet();
                    Option<Entity<Everything>> before = things.find(chain, "a");
                    return Either.right(new Repository.Decision<>(
                            things.append(Commit.at(NOW), "a", before, Array.of(new Event.WasLost())), decision));
                })));
            }
        }
        for (Future<Either<String, Integer>> outcome : outcomes) {
            assertInstanceOf(
                    JournalDamagedException.class, assertThrows(ExecutionException.class, outcome::get).getCause());
        }
        assertEquals(callers, decisions.get());
    }

    @Test
    void aRecordThatAnotherOneNamesIsNotMissing() {
        JournalDamagedException damaged = assertThrows(JournalDamagedException.class, () -> things.require("b"));
        assertEquals("row thing/b is missing", damaged.getMessage());
    }

    /** The row was read ahead, and then another instance made it together with the record that names it. */
    @Test
    void aNamedRecordIsReadAgainBeforeItCountsAsMissing() {
        var unused = things.ensure("a", new Event.Changed(THING));
        AtomicInteger reads = new AtomicInteger();
        Journal readAhead = (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) ->
                        method.getName().equals("versioned") && reads.incrementAndGet() == 1
                                ? new VersionedRow(Option.none(), 0)
                                : method.invoke(journal, arguments));

        assertEquals(THING, new Repository<>(TYPE, readAhead, () -> NOW).require("a").state());
        assertEquals(2, reads.get());
    }

    @Test
    void theLoserOfARaceDecidesAgain() {
        var unused = things.ensure("a", new Event.Changed(THING));
        boolean[] raced = {false};

        Either<String, Entity<Everything>> updated = things.update("a", before -> {
            if (!raced[0]) {
                raced[0] = true;
                var unusedOther = things.update("a", first -> Either.right(Array.of(new Event.WasLost())));
            }
            return Either.right(Array.of(new Event.WasLost()));
        });

        assertEquals(Either.right(3L), updated.map(Entity::version));
    }
}
