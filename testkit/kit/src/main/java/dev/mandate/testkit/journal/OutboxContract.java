package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Outbox} for the messages of commits, one nested class for each capability.
 *
 * <p>Not asserted: that a message is delivered once. A worker may die between delivery and settlement, so receivers recognize a repeat. Nor
 * which of two idle workers gets a message, because either is right.
 */
public abstract class OutboxContract {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final StreamId BETA = new StreamId("account", "beta");
    private static final Tenant ACME = new Tenant("acme");
    private static final Tenant BOLT = new Tenant("bolt");
    private static final Tenant CORE = new Tenant("core");
    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final long LEASE_SECONDS = 30;

    private JournalStore store = new InMemoryJournal();

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract JournalStore freshStore();

    @BeforeEach
    final void startFresh() {
        store = freshStore();
    }

    private Outbox outbox() {
        return store.outbox();
    }

    private static OutboxMessage message(String topic, StreamId stream, String content) {
        return message(topic, ACME, stream, content);
    }

    private static OutboxMessage message(String topic, Tenant tenant, StreamId stream, String content) {
        return new OutboxMessage(topic, tenant, stream, new Payload("text", 1, content));
    }

    private void send(StreamId stream, String... contents) {
        send(Array.of(contents).map(content -> message("mail", stream, content)));
    }

    private void send(Seq<OutboxMessage> messages) {
        Either<CommitRefused, Committed> outcome =
                store.journal().commit(messages.foldLeft(Commit.at(NOW), Commit::sending));
        assertTrue(outcome.isRight(), "refused: " + outcome);
    }

    /** Claims everything that is due. It stops at more messages than a test sends, because leases may be ignored. */
    private Array<Delivery> claim(UnixTime now) {
        return Iterator.continually(() -> outbox().claim(Claim.of("mail", now, LEASE_SECONDS)))
                .take(10)
                .takeWhile(Option::isDefined)
                .map(Option::get)
                .toArray();
    }

    private Delivery claimOne(UnixTime now) {
        Seq<Delivery> claimed = claim(now);
        assertEquals(1, claimed.size(), () -> "claimed " + claimed);
        return claimed.head();
    }

    private static String content(RecordedMessage message) {
        return message.message().payload().content();
    }

    private static Array<String> contents(Iterable<Delivery> deliveries) {
        return Array.ofAll(deliveries).map(delivery -> content(delivery.message()));
    }

    private Array<String> open() {
        return outbox().open(0, 100).items().map(OutboxContract::content).toArray();
    }

    /** Messages appear with their commit. */
    @Nested
    class Listing {

        @Test
        void messagesAreListedInTheOrderOfTheirCommits() {
            send(ALPHA, "one", "two");
            assertTrue(store.journal()
                    .commit(Commit.at(NOW.plusSeconds(1)).sending(message("mail", BETA, "three")))
                    .isRight());
            Page<RecordedMessage> first = outbox().open(0, 2);
            assertEquals(
                    Array.of(message("mail", ALPHA, "one"), message("mail", ALPHA, "two")),
                    first.items().map(RecordedMessage::message).toArray());
            assertTrue(first.hasMore());
            Page<RecordedMessage> rest = outbox().open(first.items().last().number(), 2);
            assertEquals(
                    Array.of(message("mail", BETA, "three")),
                    rest.items().map(RecordedMessage::message).toArray());
            assertEquals(NOW.plusSeconds(1), rest.items().head().recordedAt());
            assertFalse(rest.hasMore());
        }

        @Test
        void aPageHoldsOneToAThousandItems() {
            assertThrows(IllegalArgumentException.class, () -> outbox().open(0, 0));
            assertThrows(IllegalArgumentException.class, () -> outbox().deadLetters(0, Journal.MAX_PAGE + 1));
        }
    }

    /** Leases: which worker may deliver a message, and for how long. */
    @Nested
    class Leases {

        @Test
        void aClaimedMessageIsKeptFromOthersUntilItsLeaseEnds() {
            send(ALPHA, "one");
            Delivery first = claimOne(NOW);
            assertEquals(1, first.attempt());
            assertEquals(NOW.plusSeconds(LEASE_SECONDS), first.leasedUntil());
            assertEquals(Array.empty(), claim(NOW.plusSeconds(LEASE_SECONDS - 1)).toArray());
            Delivery second = claimOne(NOW.plusSeconds(LEASE_SECONDS));
            assertEquals(first.message(), second.message());
            assertEquals(2, second.attempt());
            assertTrue(second.lease().token() > first.lease().token());
        }

        @Test
        void aDeliveredMessageLeavesTheOutbox() {
            send(ALPHA, "one");
            assertEquals(Option.none(), outbox().done(claimOne(NOW).lease()));
            assertEquals(Array.empty(), open());
            assertEquals(Array.empty(), claim(NOW.plusSeconds(1_000)).toArray());
        }

        @Test
        void anOlderFencingTokenSettlesNothing() {
            send(ALPHA, "one");
            Lease older = claimOne(NOW).lease();
            Lease newer = claimOne(NOW.plusSeconds(LEASE_SECONDS)).lease();
            assertEquals(Option.some(new LeaseLost(older)), outbox().done(older));
            assertEquals(Option.some(new LeaseLost(older)), outbox().failed(older, "late", NOW));
            assertEquals(Option.some(new LeaseLost(older)), outbox().bury(older, "late", NOW));
            assertEquals(Array.of("one"), open());
            assertEquals(Option.none(), outbox().done(newer));
            assertEquals(Option.some(new LeaseLost(newer)), outbox().done(newer));
        }

        @Test
        void anExpiredLeaseSettlesAnUnclaimedMessage() {
            send(ALPHA, "one");
            Lease lease = claimOne(NOW).lease();
            assertEquals(Option.none(), outbox().done(lease));
        }

        @Test
        void aMessageIsDueFromTheTimeOfItsCommit() {
            send(ALPHA, "one");
            assertEquals(Array.empty(), claim(NOW.plusSeconds(-1)));
            assertEquals(Array.of("one"), contents(claim(NOW)));
        }

        @Test
        void aLeaseSettlesOnce() {
            send(ALPHA, "one");
            send(BETA, "two");
            Lease failed = outbox().claim(Claim.of("mail", NOW, LEASE_SECONDS)).get().lease();
            Lease buried = outbox().claim(Claim.of("mail", NOW, LEASE_SECONDS)).get().lease();
            assertEquals(Option.none(), outbox().failed(failed, "no answer", NOW));
            assertEquals(Option.none(), outbox().bury(buried, "550 no such user", NOW));
            for (Lease settled : Array.of(failed, buried)) {
                Option<LeaseLost> lost = Option.some(new LeaseLost(settled));
                assertEquals(lost, outbox().done(settled));
                assertEquals(lost, outbox().failed(settled, "late", NOW));
                assertEquals(lost, outbox().bury(settled, "late", NOW));
            }
        }

        @Test
        void aClaimTakesOneMessageOfItsTopicOnly() {
            send(ALPHA, "one");
            send(BETA, "two");
            send(Array.of(message("hook", ALPHA, "three")));
            Claim one = Claim.of("mail", NOW, LEASE_SECONDS);
            assertEquals(Array.of("one"), contents(outbox().claim(one)));
            assertEquals(Array.of("two"), contents(outbox().claim(one)));
            assertEquals(Array.empty(), contents(outbox().claim(one)));
            assertEquals(Array.of("three"), contents(outbox().claim(Claim.of("hook", NOW, 1))));
        }

        /** The clock was a day ahead when the messages were postponed, and is correct now. */
        @Test
        void aMessagePostponedByAWrongClockIsDue() {
            send(ALPHA, "leased", "behind");
            send(BETA, "failed");
            UnixTime wrong = NOW.plusSeconds(86_400);
            Seq<Delivery> ahead = claim(wrong);
            assertEquals(Option.none(), outbox().failed(ahead.last().lease(), "no answer", wrong.plusSeconds(15)));

            assertEquals(Array.of("failed", "leased"), contents(claim(NOW)).sorted());
            assertEquals(Array.empty(), contents(claim(NOW)), "each has a lease of now");
        }

        @Test
        void aMessagePostponedByTheLongestWaitIsNotDueBefore() {
            send(ALPHA, "one");
            UnixTime due = NOW.plusSeconds(Claim.LONGEST_WAIT_SECONDS);
            assertEquals(Option.none(), outbox().failed(claimOne(NOW).lease(), "no answer", due));

            assertEquals(Array.empty(), contents(claim(NOW)));
            assertEquals(Array.empty(), contents(claim(due.plusSeconds(-1))));
            assertEquals(Array.of("one"), contents(claim(due)));
        }

        @Test
        void aNumberIsNeverUsedAgain() {
            send(ALPHA, "one");
            Delivery one = claimOne(NOW);
            assertEquals(Option.none(), outbox().done(one.lease()));
            send(ALPHA, "two");
            assertTrue(claimOne(NOW).message().number() > one.message().number());
        }
    }

    /** The order of messages in one stream. */
    @Nested
    class Order {

        @Test
        void messagesAboutOneStreamAreHandedOutOneAfterTheOther() {
            send(ALPHA, "a1", "a2");
            send(BETA, "b1");
            Seq<Delivery> first = claim(NOW);
            assertEquals(Array.of("a1", "b1"), contents(first));
            assertEquals(Array.empty(), contents(claim(NOW)));
            assertEquals(Option.none(), outbox().done(first.head().lease()));
            assertEquals(Array.of("a2"), contents(claim(NOW)));
        }

        @Test
        void aMessageThatFailedHoldsUpThoseBehindItUntilItIsDueAgain() {
            send(ALPHA, "a1", "a2");
            Delivery first = claimOne(NOW);
            assertEquals(Option.none(), outbox().failed(first.lease(), "no answer", NOW.plusSeconds(100)));
            assertEquals(Array.empty(), contents(claim(NOW.plusSeconds(99))));
            Delivery again = claimOne(NOW.plusSeconds(100));
            assertEquals(first.message(), again.message());
            assertEquals(2, again.attempt());
            assertEquals(Option.some(new LeaseLost(first.lease())), outbox().done(first.lease()));
            assertEquals(Option.none(), outbox().done(again.lease()));
            assertEquals(Array.of("a2"), contents(claim(NOW.plusSeconds(100))));
        }

        @Test
        void topicsDoNotWaitForEachOther() {
            send(Array.of(message("hook", ALPHA, "h1"), message("mail", ALPHA, "m1")));
            assertEquals(Array.of("m1"), contents(claim(NOW)));
        }
    }

    /** No tenant waits for all messages of another tenant. */
    @Nested
    class Turns {

        private final List<String> claimed = new ArrayList<>();
        private Option<Tenant> last = Option.none();

        private void send(Tenant tenant, String... streams) {
            OutboxContract.this.send(Array.of(streams)
                    .map(stream -> message("mail", tenant, new StreamId("account", stream), stream)));
        }

        private void turns(int count, UnixTime now) {
            for (int i = 0; i < count; i++) {
                outbox().claim(new Claim("mail", last, now, LEASE_SECONDS)).forEach(delivery -> {
                    last = Option.some(delivery.message().message().tenant());
                    claimed.add(content(delivery.message()));
                });
            }
        }

        @Test
        void tenantsTakeTurnsRegardlessOfTheirMessageCounts() {
            send(BOLT, "b1", "b2", "b3", "b4");
            send(CORE, "c1");
            send(ACME, "a1", "a2");

            turns(8, NOW);

            assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "b3", "b4"), claimed);
        }

        @Test
        void aNewTenantIsNotDelayedByAThousandDueMessages() {
            send(ACME, Array.range(0, 1_000).map(i -> "a" + i).toJavaArray(String[]::new));
            turns(2, NOW);
            send(BOLT, "b1");

            turns(2, NOW);

            assertEquals(List.of("a0", "a1", "b1", "a2"), claimed);
        }

        @Test
        void aTenantWithNothingDueIsPassedOver() {
            send(ACME, "a1", "a2", "a3");
            send(BOLT, "b1");
            turns(2, NOW);

            turns(2, NOW);
            turns(1, NOW.plusSeconds(LEASE_SECONDS));

            assertEquals(List.of("a1", "b1", "a2", "a3", "b1"), claimed);
        }

        @Test
        void aTurnGoesToTheMessageThatIsLongestDue() {
            send(ACME, "a1", "a2");
            Delivery first = outbox().claim(Claim.of("mail", NOW, LEASE_SECONDS)).get();
            assertEquals(Option.none(), outbox().failed(first.lease(), "no answer", NOW.plusSeconds(1)));

            turns(2, NOW.plusSeconds(2));

            assertEquals(List.of("a2", "a1"), claimed);
        }

        @Test
        void anotherTenantsMessageThatIsLongerDueTakesNoTurn() {
            send(BOLT, "b1");
            assertTrue(store.journal()
                    .commit(Commit.at(NOW.plusSeconds(5)).sending(message("mail", ACME, ALPHA, "a1")))
                    .isRight());

            turns(2, NOW.plusSeconds(10));

            assertEquals(List.of("a1", "b1"), claimed);
        }

        @Test
        void aDeadLetterTakesNoTurn() {
            send(ACME, "a1", "a2");
            send(BOLT, "b1");
            Delivery first = outbox().claim(Claim.of("mail", NOW, LEASE_SECONDS)).get();
            assertEquals(Option.none(), outbox().bury(first.lease(), "550 no such user", NOW));

            turns(3, NOW);

            assertEquals(List.of("a2", "b1"), claimed);
        }
    }

    /** Messages that are no longer tried. */
    @Nested
    class DeadLetters {

        private Delivery buried() {
            Delivery delivery = claimOne(NOW);
            assertEquals(Option.none(), outbox().bury(delivery.lease(), "550 no such user", NOW.plusSeconds(1)));
            return delivery;
        }

        @Test
        void aBuriedMessageIsListedWithItsReasonAndHoldsUpThoseBehindIt() {
            send(ALPHA, "a1", "a2");
            Delivery delivery = buried();
            DeadLetter expected = new DeadLetter(delivery.message(), 1, "550 no such user", NOW.plusSeconds(1));
            Page<DeadLetter> listed = outbox().deadLetters(0, 10);
            assertEquals(Array.of(expected), listed.items().toArray());
            assertFalse(listed.hasMore());
            assertEquals(Array.empty(), outbox().deadLetters(delivery.message().number(), 10).items());
            assertEquals(Array.empty(), contents(claim(NOW.plusSeconds(10_000))));
            assertEquals(Array.of("a1", "a2"), open());
            assertEquals(Option.some(new LeaseLost(delivery.lease())), outbox().done(delivery.lease()));
        }

        @Test
        void aMessageThatIsStillTriedIsListedWithItsAttemptsItsReasonAndItsTime() {
            send(ALPHA, "a1", "a2");
            Delivery delivery = claimOne(NOW);
            assertEquals(Option.none(), outbox().failed(delivery.lease(), "no answer", NOW.plusSeconds(9)));

            String topic = delivery.message().message().topic();
            Page<WaitingMessage> first = outbox().waiting(topic, 0, 1);
            assertEquals(
                    Array.of(new WaitingMessage(delivery.message(), 1, "no answer", NOW.plusSeconds(9))), first.items().toArray());
            assertTrue(first.hasMore());
            WaitingMessage second = outbox().waiting(topic, delivery.message().number(), 10).items().single();
            assertEquals(0, second.attempts());
            assertEquals("", second.reason());
            assertEquals(Array.empty(), outbox().waiting("another-topic", 0, 10).items());
            Delivery again = claimOne(NOW.plusSeconds(9));
            assertEquals(Option.none(), outbox().bury(again.lease(), "given up", NOW.plusSeconds(9)));
            assertEquals(Array.of(second), outbox().waiting(topic, 0, 10).items().toArray());
        }

        @Test
        void aReasonMayContainAnyTextOfAServer() {
            send(ALPHA, "a1");
            String halfAPair = "" + (char) 0xd83d;
            Delivery delivery = claimOne(NOW);
            assertEquals(Option.none(), outbox().failed(delivery.lease(), "\0 " + halfAPair, NOW));
            Delivery again = claimOne(NOW);
            assertEquals(Option.none(), outbox().bury(again.lease(), "550 \0 " + halfAPair + " käse", NOW));
            String reason = outbox().deadLetters(0, 10).items().head().reason();
            assertTrue(reason.startsWith("550 ") && reason.endsWith(" käse"), reason);
        }

        @Test
        void aRetriedMessageGoesFirstWithNewAttempts() {
            send(ALPHA, "a1", "a2");
            Delivery delivery = buried();
            assertEquals(Option.none(), outbox().retry(delivery.message().number(), NOW.plusSeconds(50)));
            assertEquals(Array.empty(), outbox().deadLetters(0, 10).items());
            assertEquals(Array.empty(), contents(claim(NOW.plusSeconds(49))));
            Delivery again = claimOne(NOW.plusSeconds(50));
            assertEquals(delivery.message(), again.message());
            assertEquals(1, again.attempt());
            assertTrue(again.lease().token() > delivery.lease().token());
        }

        @Test
        void aDiscardedMessageMakesWayForTheNext() {
            send(ALPHA, "a1", "a2");
            Delivery delivery = buried();
            assertEquals(Option.none(), outbox().discard(delivery.message().number()));
            assertEquals(Array.of("a2"), contents(claim(NOW)));
        }

        @Test
        void onlyDeadLettersAreRetriedOrDiscarded() {
            send(ALPHA, "a1");
            long number = claimOne(NOW).message().number();
            assertEquals(Option.some(new NoDeadLetter(number)), outbox().retry(number, NOW));
            assertEquals(Option.some(new NoDeadLetter(number)), outbox().discard(number));
            assertEquals(Option.some(new NoDeadLetter(77)), outbox().discard(77));
            assertEquals(Array.of("a1"), open());
        }
    }

    /** Several workers at once. */
    @Nested
    class Races {

        private static final int WORKERS = 4;
        private static final int STREAMS = 8;
        private static final int EACH = 10;
        /** In a row, with a millisecond between them. Meanwhile the other workers deliver what they have claimed. */
        private static final int MOST_FRUITLESS = 1_000;

        @Test
        void workersShareTheMessagesAndKeepTheOrderOfEachStream() throws Exception {
            for (int i = 0; i < EACH; i++) {
                for (int stream = 0; stream < STREAMS; stream++) {
                    send(new StreamId("account", "s" + stream), "" + i);
                }
            }
            List<RecordedMessage> delivered = new ArrayList<>();
            List<Integer> shares = ConcurrentCalls.run(WORKERS, worker -> () -> work(delivered));
            assertEquals(STREAMS * EACH, Array.ofAll(shares).sum().intValue());
            assertEquals(Array.empty(), open());
            assertEquals(STREAMS * EACH, delivered.size());
            Array.ofAll(delivered)
                    .groupBy(message -> message.message().stream())
                    .forEach((stream, messages) -> assertEquals(
                            Array.range(0, EACH).map(String::valueOf), messages.map(OutboxContract::content)));
        }

        private int work(List<RecordedMessage> delivered) throws InterruptedException {
            int mine = 0;
            int fruitless = 0;
            while (!outbox().open(0, 1).items().isEmpty()) {
                Option<Delivery> claimed = outbox().claim(Claim.of("mail", NOW, LEASE_SECONDS));
                if (claimed.isEmpty()) {
                    fruitless++;
                    assertTrue(fruitless < MOST_FRUITLESS, () -> "messages are left, and no claim finds one: " + open());
                    Thread.sleep(1);
                    continue;
                }
                fruitless = 0;
                synchronized (delivered) {
                    delivered.add(claimed.get().message());
                }
                assertEquals(Option.none(), outbox().done(claimed.get().lease()));
                mine++;
            }
            return mine;
        }
    }
}
