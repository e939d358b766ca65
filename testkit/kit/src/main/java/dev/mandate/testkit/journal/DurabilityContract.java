package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.testkit.journal.StoreUnderTest.CommitFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * What a store keeps when it is closed, killed, interrupted, broken or damaged. Part of {@link StoreContract}.
 *
 * <p>Not asserted: that a commit survives a loss of power or of the disk, because no test can cause one. Nor what needs a hook that {@link
 * StoreUnderTest} does not declare, because those tests are skipped.
 */
abstract class DurabilityContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final int PAGE = 100;
    private static final Payload PAYLOAD = new Payload("thing", 1, "{\"memo\":\"\u00e9 \u20ac \ud83d\ude00\"}");

    /** Everything that a store lists. */
    private record Kept(
            Array<RecordedEvent> events,
            Array<Row> rows,
            Array<IdempotencyRecord> answers,
            Array<RecordedMessage> messages,
            Array<DeadLetter> deadLetters,
            Array<SignedCheckpoint> checkpoints) {

        static Kept of(JournalStore store) {
            AuditReader audit = store.audit();
            return new Kept(
                    audit.events(0, PAGE).items().toArray(),
                    audit.allRows(Option.none(), PAGE).items().toArray(),
                    audit.answers(Option.none(), PAGE).items().toArray(),
                    audit.open(0, PAGE).items().toArray(),
                    store.outbox().deadLetters(0, PAGE).items().toArray(),
                    audit.checkpoints(0, PAGE).items().toArray());
        }
    }

    /** What workers hold when the store stops. */
    private record Held(Delivery leased, Delivery failed, Delivery buried, Delivery delivered) {}

    protected abstract StoreUnderTest fresh();

    private static StreamId stream(String name) {
        return new StreamId("account", name);
    }

    private static RequestKey key(String name) {
        return new RequestKey("tenant-1/create", name);
    }

    /** A commit with one of everything, and two events. */
    private static Commit whole(String name) {
        return Commit.at(NOW)
                .append(stream(name), 0, PAYLOAD)
                .append(stream(name + "-2"), 0, PAYLOAD)
                .change(new RowChange.Put(new RowKey("balance", name), PAYLOAD))
                .answering(new IdempotencyRecord(key(name), Bytes32.ZERO, PAYLOAD, NOW.plusSeconds(60)))
                .sending(message("mail", name));
    }

    private static void assertWhole(int commits, Kept kept) {
        assertEquals(2 * commits, kept.events().size(), "events");
        assertEquals(commits, kept.rows().size(), "rows");
        assertEquals(commits, kept.answers().size(), "answers");
        assertEquals(commits, kept.messages().size(), "messages");
    }

    @Test
    void writesSurviveReopening() {
        assertKeepsAll(StoreUnderTest::reopen, "reopen(): what a store keeps when it is closed");
    }

    @Test
    void writesSurviveACrash() {
        assertKeepsAll(StoreUnderTest::crash, "crash(): what a store keeps when its process is killed");
    }

    private void assertKeepsAll(Function<StoreUnderTest, Option<JournalStore>> stop, String hook) {
        StoreUnderTest tested = fresh();
        assertTrue(tested.store().journal().commit(whole("a")).isRight());
        assertWhole(1, Kept.of(tested.store()));
        Held held = filled(tested.store());
        Kept before = Kept.of(tested.store());
        Option<JournalStore> after = stop.apply(tested);
        assumeTrue(after.isDefined(), "not checked without " + hook);
        assertSameKept(before, Kept.of(after.get()));
        assertContinues(after.get(), held, before);
    }

    private static void assertSameKept(Kept before, Kept after) {
        assertEquals(before.events(), after.events(), "events");
        assertEquals(before.rows(), after.rows(), "rows");
        assertEquals(before.answers(), after.answers(), "answers");
        assertEquals(before.messages(), after.messages(), "messages");
        assertEquals(before.deadLetters(), after.deadLetters(), "dead letters");
        assertEquals(before.checkpoints(), after.checkpoints(), "checkpoints");
    }

    /** Fills what {@link #whole} leaves empty, and lets workers do something of everything. */
    private static Held filled(JournalStore store) {
        Outbox outbox = store.outbox();
        IdempotencyRecord removed = new IdempotencyRecord(key("removed"), Bytes32.ZERO, PAYLOAD, NOW);
        assertTrue(store.journal()
                .commit(Array.of("leased", "failed", "buried", "delivered").foldLeft(
                        Commit.at(NOW).answering(removed), (commit, topic) -> commit.sending(message(topic, topic))))
                .isRight());
        store.retention().remove(Array.of(removed));
        assertEquals(Option.none(), store.checkpoints().append(CheckpointContract.signed(1, Checkpoint.NONE)));
        Delivery first = claim(outbox, "leased", NOW).get();
        Held held = new Held(
                claim(outbox, "leased", first.leasedUntil()).get(),
                claim(outbox, "failed", NOW).get(),
                claim(outbox, "buried", NOW).get(),
                claim(outbox, "delivered", NOW).get());
        assertEquals(Option.none(), outbox.failed(held.failed().lease(), "no answer", NOW.plusSeconds(90)));
        assertEquals(Option.none(), outbox.bury(held.buried().lease(), "550 no such user", NOW));
        assertEquals(Option.none(), outbox.done(held.delivered().lease()));
        return held;
    }

    private static void assertContinues(JournalStore store, Held held, Kept before) {
        Journal journal = store.journal();
        Outbox outbox = store.outbox();
        assertInstanceOf(CommitRefused.AlreadyAnswered.class, journal.commit(whole("a")).getLeft());
        RecordedEvent next = journal.commit(Commit.at(NOW).append(stream("a"), 1, PAYLOAD).sending(message("new", "new")))
                .get()
                .events()
                .head();
        assertEquals(before.events().head().hash(), next.previous());
        assertTrue(next.position() > before.events().last().position(), "a position is used again");
        assertTrue(
                outbox.open(0, PAGE).items().last().number() > held.delivered().message().number(),
                "a message's number is used again");

        UnixTime end = held.leased().leasedUntil();
        assertEquals(Option.none(), claim(outbox, "leased", end.plusSeconds(-1)), "a lease does not hold");
        assertEquals(Option.none(), claim(outbox, "failed", NOW.plusSeconds(89)), "a failed message is due too early");
        assertEquals(Option.none(), outbox.retry(held.buried().message().number(), NOW));
        assertNextAttempt(3, held.leased(), claim(outbox, "leased", end));
        assertNextAttempt(2, held.failed(), claim(outbox, "failed", NOW.plusSeconds(90)));
        assertNextAttempt(1, held.buried(), claim(outbox, "buried", NOW));
        assertEquals(Option.some(new LeaseLost(held.leased().lease())), outbox.done(held.leased().lease()));
    }

    private static void assertNextAttempt(int attempt, Delivery before, Option<Delivery> after) {
        Delivery next = after.getOrElseThrow(() -> new AssertionError("nobody can claim " + before.message()));
        assertEquals(before.message(), next.message());
        assertEquals(attempt, next.attempt());
        assertTrue(next.lease().token() > before.lease().token(), "a fencing token is used again");
    }

    private static Option<Delivery> claim(Outbox outbox, String topic, UnixTime now) {
        return outbox.claim(Claim.of(topic, now, 30));
    }

    private static OutboxMessage message(String topic, String stream) {
        return new OutboxMessage(topic, new Tenant("acme"), stream(stream), PAYLOAD);
    }

    /** The client repeats its request, as it is told to, and everything is there once. */
    @Test
    void aCommitThatMeetsAFaultHasTheEffectThatItTells() {
        StoreUnderTest tested = fresh();
        assumeTrue(
                tested.faults().nonEmpty(), "not checked without faults(): whether a commit is atomic, and the effect that a fault tells");
        int commits = 0;
        for (CommitFault fault : tested.faults()) {
            commits++;
            fault.arm().run();
            Option<Effect> found = effectOf(tested.store().journal(), whole(fault.name()));
            Either<CommitRefused, Committed> repeated = tested.store().journal().commit(whole(fault.name()));
            assertTold(fault.name(), found, repeated);
            assertWhole(commits, Kept.of(tested.store()));
        }
    }

    private static void assertTold(String fault, Option<Effect> found, Either<CommitRefused, Committed> repeated) {
        if (found.contains(Effect.NONE)) {
            assertTrue(repeated.isRight(), () -> fault + ": told to have no effect, and then " + repeated);
        } else if (found.isEmpty() || repeated.isLeft()) {
            assertTrue(repeated.isLeft(), () -> fault + ": the commit took effect twice");
            assertInstanceOf(CommitRefused.AlreadyAnswered.class, repeated.getLeft(), fault);
        }
    }

    @Test
    void aJournalIsReadOnlyAfterAFaultUntilAWriteSucceeds() throws Exception {
        StoreUnderTest tested = fresh();
        assumeTrue(tested.faults().nonEmpty(), "not checked without faults(): writability() after a fault");
        Journal journal = tested.store().journal();
        for (CommitFault fault : tested.faults()) {
            fault.arm().run();
            if (effectOf(journal, whole(fault.name())).isDefined()) {
                assertEquals(Writability.READ_ONLY, journal.writability());
                for (int i = 0; i < 500 && journal.writability() == Writability.READ_ONLY; i++) {
                    Thread.sleep(20);
                }
                assertEquals(Writability.WRITABLE, journal.writability());
                return;
            }
        }
    }

    /** Java's file channels close when their thread is interrupted, and some databases with them. */
    @Test
    void anInterruptEndsNoMoreThanItsCall() {
        JournalStore store = fresh().store();
        Thread.currentThread().interrupt();
        Option<Effect> found = effectOf(store.journal(), whole("a"));
        assertTrue(Thread.interrupted(), "the interrupt is lost");
        assertTold("interrupt", found, store.journal().commit(whole("a")));
        assertWhole(1, Kept.of(store));
    }

    @Test
    void aDamagedEventIsReportedAsDamage() {
        StoreUnderTest tested = fresh();
        Journal journal = tested.store().journal();
        long position = journal.commit(whole("a")).get().events().head().position();
        assumeTrue(tested.damage().isDefined(), "not checked without damage(): whether a damaged event is told as damage");
        tested.damage().get().run();
        for (Executable call : Array.<Executable>of(
                () -> journal.stream(stream("a"), 0, PAGE),
                () -> journal.events(0, PAGE),
                () -> journal.commit(Commit.at(NOW).append(stream("a"), 1, PAYLOAD)))) {
            String message = String.valueOf(assertThrows(JournalDamagedException.class, call).getMessage());
            assertTrue(message.contains("" + position), () -> "names no position: " + message);
        }
    }

    /** Returns the effect that a fault told; none if the commit succeeded. */
    private static Option<Effect> effectOf(Journal journal, Commit commit) {
        try {
            assertTrue(journal.commit(commit).isRight());
            return Option.none();
        } catch (JournalUnavailableException e) {
            return Option.some(e.effect());
        }
    }
}
