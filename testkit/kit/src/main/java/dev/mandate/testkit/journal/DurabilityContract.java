package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.OutboxMessage;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.RecordedMessage;
import dev.mandate.ports.journal.RequestKey;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import dev.mandate.ports.journal.StreamId;
import dev.mandate.ports.store.JournalStore;
import dev.mandate.testkit.journal.StoreUnderTest.CommitFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What a store keeps when it is closed, killed or broken. Part of {@link StoreContract}. */
abstract class DurabilityContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final Payload PAYLOAD = new Payload("thing", 1, "{\"memo\":\"\u00e9 \u20ac \ud83d\ude00\"}");

    /** Everything that a commit of {@link #whole} left. */
    private record Kept(
            Array<RecordedEvent> events, Option<Row> row, Option<IdempotencyRecord> answer, Array<RecordedMessage> messages) {}

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
                .sending(new OutboxMessage("mail", new Tenant("acme"), stream(name), PAYLOAD));
    }

    private static Kept kept(JournalStore store, String name) {
        Journal journal = store.journal();
        return new Kept(
                journal.stream(stream(name), 0, 10).items().appendAll(journal.stream(stream(name + "-2"), 0, 10).items()).toArray(),
                journal.row(new RowKey("balance", name)),
                journal.answered(key(name), NOW),
                store.outbox().open(0, 100).items().filter(message -> message.message().stream().equals(stream(name))).toArray());
    }

    private static void assertWhole(Kept kept) {
        assertEquals(2, kept.events().size());
        assertTrue(kept.row().isDefined(), "no row");
        assertTrue(kept.answer().isDefined(), "no answer");
        assertEquals(1, kept.messages().size());
    }

    @Test
    void whatWasCommittedIsThereAfterReopening() {
        StoreUnderTest tested = fresh();
        Kept before = written(tested.store());
        assertKeeps(before, tested.reopen());
    }

    @Test
    void whatWasCommittedIsThereAfterACrash() {
        StoreUnderTest tested = fresh();
        Kept before = written(tested.store());
        assertKeeps(before, tested.crash());
    }

    private static Kept written(JournalStore store) {
        assertTrue(store.journal().commit(whole("a")).isRight());
        Kept kept = kept(store, "a");
        assertWhole(kept);
        return kept;
    }

    private static void assertKeeps(Kept before, Option<JournalStore> after) {
        assumeTrue(after.isDefined());
        JournalStore again = after.get();
        assertEquals(before, kept(again, "a"));
        assertInstanceOf(CommitRefused.AlreadyAnswered.class, again.journal().commit(whole("a")).getLeft());
        Commit next = Commit.at(NOW).append(stream("a"), 1, PAYLOAD);
        assertEquals(before.events().head().hash(), again.journal().commit(next).get().events().head().previous());
    }

    /** The client repeats its request, as it is told to, and everything is there once. */
    @Test
    void aCommitThatMeetsAFaultHasTheEffectThatItTells() {
        StoreUnderTest tested = fresh();
        assumeTrue(tested.faults().nonEmpty());
        for (CommitFault fault : tested.faults()) {
            fault.arm().run();
            Option<Effect> told = effectOf(tested.store().journal(), whole(fault.name()));
            Either<CommitRefused, Committed> repeated = tested.store().journal().commit(whole(fault.name()));
            if (told.isEmpty()) {
                assertInstanceOf(CommitRefused.AlreadyAnswered.class, repeated.getLeft(), fault::name);
            } else if (told.contains(Effect.NONE)) {
                assertTrue(repeated.isRight(), () -> fault.name() + ": " + repeated);
            } else if (repeated.isLeft()) {
                assertInstanceOf(CommitRefused.AlreadyAnswered.class, repeated.getLeft(), fault::name);
            }
            assertWhole(kept(tested.store(), fault.name()));
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
