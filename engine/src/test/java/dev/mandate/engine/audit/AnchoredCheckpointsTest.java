package dev.mandate.engine.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.Engines;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.access.NewApiKey;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.journal.InMemoryAnchor;
import dev.mandate.simulator.keys.TestLogSigner;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class AnchoredCheckpointsTest {

    private static final Tenant ACME = new Tenant("acme");
    private static final Payload SOMETHING = new Payload("text", 1, "{}");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ReplicatedJournal store = new ReplicatedJournal();
    private UnixTime now = new UnixTime(1_800_000_000);
    private int streams;

    /** One process with its anchor. */
    private final class Instance {

        private final AnchorStore anchors;
        private final AnchoredCheckpoints checkpoints;
        private final Journal journal;
        private final ApiKeyRepository keys;

        Instance(AnchorStore anchors, Consent... consents) {
            this.anchors = anchors;
            this.checkpoints = checkpoints(anchors);
            this.journal = checkpoints.guarded();
            this.keys = new ApiKeyRepository(journal, new TestTokenHash(), () -> now, new SecureRandom(), checkpoints);
            checkpoints.begin(checkpoints.compare(HashSet.of(consents)).get(), new SecureRandom());
        }

        void happen(int events) {
            for (int i = 0; i < events; i++) {
                streams++;
                assertTrue(journal.commit(Commit.at(now).append(new StreamId("account", "a" + streams), 0, SOMETHING)).isRight());
            }
        }

        long anchored() {
            return anchors.read().flatMap(Anchor::last).map(AnchoredCheckpoint::number).getOrElse(0L);
        }

        NewApiKey key() {
            return keys.create(ACME, "a key", Array.of(Scope.READ));
        }
    }

    private AnchoredCheckpoints checkpoints(AnchorStore anchors) {
        return new AnchoredCheckpoints(
                store.journal(), store.checkpoints(), anchors, new TestLogSigner("log"), () -> now, Engines.ends());
    }

    private AnchorMismatch mismatch(AnchorStore anchors) {
        return checkpoints(anchors).compare(HashSet.empty()).getLeft();
    }

    @Test
    void aCheckpointIsDueEveryMinute() {
        Instance one = new Instance(new InMemoryAnchor());
        one.checkpoints.keep(MINUTE);
        one.happen(1);
        now = now.plusSeconds(59);
        one.checkpoints.keep(MINUTE);
        assertEquals(1, one.anchored());
        now = now.plusSeconds(1);
        one.checkpoints.keep(MINUTE);
        assertEquals(2, one.anchored());
    }

    @Test
    void aCheckpointIsDueAfterAThousandEvents() {
        Instance one = new Instance(new InMemoryAnchor());
        one.checkpoints.keep(MINUTE);
        one.happen(AnchoredCheckpoints.DUE_EVENTS - 1);
        one.checkpoints.keep(MINUTE);
        assertEquals(1, one.anchored());
        one.happen(1);
        one.checkpoints.keep(MINUTE);
        assertEquals(2, one.anchored());
    }

    @Test
    void anEndIsAcknowledgedAfterTheAnchorRemembersIt() {
        Instance one = new Instance(new InMemoryAnchor());
        NewApiKey revoked = one.key();
        NewApiKey rotated = one.key();
        assertEquals(0, one.anchored());

        assertTrue(one.keys.revoke(ACME, revoked.key().id()).isRight());
        assertEquals(1, one.anchored());
        assertTrue(one.keys.rotate(ACME, rotated.key().id(), Duration.ofHours(1)).isRight());
        assertEquals(2, one.anchored());
        assertEquals(
                HashSet.of(now, now.plusSeconds(3_600)), one.anchors.read().get().ended().values().toSet());
        one.happen(1);
        assertTrue(one.keys.revoke(ACME, revoked.key().id()).isRight(), "a repetition secures what the first attempt may have left");
        assertEquals(3, one.anchored());
    }

    @Test
    void concurrentRequestsShareACheckpoint() throws InterruptedException {
        Instance one = new Instance(new InMemoryAnchor());
        one.happen(1);
        Thread[] requests = new Thread[40];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = Thread.ofPlatform().start(one.checkpoints::secure);
        }
        for (Thread request : requests) {
            request.join();
        }
        assertEquals(1, one.anchored());
    }

    /** The checkpoint is committed, and the process dies before it has written the anchor. */
    @Test
    void anAnchorThatCouldNotBeWrittenIsWrittenByTheRepetition() {
        InMemoryAnchor kept = new InMemoryAnchor();
        boolean[] fails = {false};
        Instance one = new Instance(new AnchorStore() {
            @Override
            public Option<Anchor> read() {
                return kept.read();
            }

            @Override
            public Anchor update(Function<Option<Anchor>, Anchor> change) {
                if (fails[0]) {
                    throw new JournalUnavailableException(Effect.NONE, "the disk is full");
                }
                return kept.update(change);
            }
        });
        NewApiKey key = one.key();
        fails[0] = true;
        JournalUnavailableException unknown =
                assertThrows(JournalUnavailableException.class, () -> one.keys.revoke(ACME, key.key().id()));
        assertEquals(Effect.UNKNOWN, unknown.effect());
        assertEquals(1L, store.checkpoints().latest().get().checkpoint().number());
        assertEquals(0, one.anchored());

        fails[0] = false;
        assertEquals(0, new Instance(kept).anchored(), "a journal ahead of its anchor is no loss");
        assertTrue(one.keys.revoke(ACME, key.key().id()).isRight());
        assertEquals(1, one.anchored());
        assertEquals(1, kept.read().get().ended().size());
    }

    @Test
    void anotherInstancesAnchorFollowsWithWhatWasEnded() {
        Instance one = new Instance(new InMemoryAnchor());
        Instance two = new Instance(new InMemoryAnchor());
        NewApiKey key = one.key();
        assertTrue(one.keys.revoke(ACME, key.key().id()).isRight());
        one.happen(3);
        one.checkpoints.secure();
        assertEquals(0, two.anchored());

        two.checkpoints.secure();

        assertEquals(one.anchors.read().get().checkpoints(), two.anchors.read().get().checkpoints());
        assertEquals(one.anchors.read().get().ended(), two.anchors.read().get().ended());
        assertTrue(two.checkpoints.compare(HashSet.empty()).isRight());
    }

    /** What was committed last is on no standby, and no checkpoint covers it. */
    @Test
    void aStandbyWithoutTheNewestCommitIsNoticedWithTheNextCall() {
        Instance one = new Instance(new InMemoryAnchor());
        one.checkpoints.secure();
        store.lag();
        one.happen(1);

        store.failOver();

        assertThrows(JournalUnavailableException.class, () -> one.happen(1));
        JournalDamagedException lost = assertThrows(JournalDamagedException.class, () -> one.happen(1));
        assertTrue(String.valueOf(lost.getMessage()).contains("event 1 of account/a1 at position 2"), lost::getMessage);
        assertThrows(JournalDamagedException.class, () -> one.journal.version(new StreamId("account", "a1")));
        assertThrows(JournalDamagedException.class, () -> one.checkpoints.secure());
        assertTrue(mismatch(one.anchors) instanceof AnchorMismatch.OlderJournal, "the next start must know it, too");
    }

    @Test
    void aStandbyWithEveryCommitTakesOver() {
        Instance one = new Instance(new InMemoryAnchor());
        one.happen(1);
        one.checkpoints.secure();
        one.happen(1);

        store.failOver();

        assertThrows(JournalUnavailableException.class, () -> one.happen(1));
        one.happen(1);
        one.checkpoints.secure();
        assertEquals(2, one.anchored());
    }

    /** No call fails, since the connections were opened anew. */
    @Test
    void aLossWithoutAFaultIsNoticedByTheWorker() {
        Instance one = new Instance(new InMemoryAnchor());
        store.lag();
        one.happen(1);
        store.failOver();
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(new StreamId("account", "a")));

        assertThrows(JournalDamagedException.class, () -> one.checkpoints.keep(MINUTE));
        assertThrows(JournalDamagedException.class, () -> one.happen(1));
    }

    @Test
    void aRevokedKeyStaysRevokedIfItsRevocationIsLost() {
        Instance one = new Instance(new InMemoryAnchor());
        NewApiKey revoked = one.key();
        NewApiKey rotated = one.key();
        one.checkpoints.secure();
        store.lag();
        assertTrue(one.keys.revoke(ACME, revoked.key().id()).isRight());
        assertTrue(one.keys.rotate(ACME, rotated.key().id(), Duration.ofHours(1)).isRight());
        store.failOver();
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(new StreamId("account", "a")));

        AnchorMismatch older = mismatch(one.anchors);
        assertTrue(older.text().contains("missing or older now: 5 events (3 of api-key, 2 of api-key-end)"), older::text);
        assertTrue(checkpoints(one.anchors).compare(HashSet.of(Consent.ADOPT_JOURNAL)).isLeft());
        Instance next = new Instance(one.anchors, Consent.ACCEPT_LOST_COMMITS);

        assertTrue(next.keys.authenticate(revoked.token()).getLeft() instanceof KeyRefused.Ended);
        // Also for an instance that remembers nothing.
        Instance other = new Instance(new InMemoryAnchor());
        assertTrue(other.keys.authenticate(revoked.token()).getLeft() instanceof KeyRefused.Ended);
        assertTrue(other.keys.authenticate(rotated.token()).isRight());
        now = now.plusSeconds(3_600);
        assertTrue(other.keys.authenticate(rotated.token()).getLeft() instanceof KeyRefused.Ended);
        next.checkpoints.secure();
        assertTrue(new Instance(one.anchors).anchored() > 0);
        assertEquals(Option.some(now.plusSeconds(-3_600)), LostCommits.acceptedAt(store.journal()));
    }

    /** Those who remember a part of what was accepted, or nothing of it, go on without a consent. */
    @Test
    void anInstanceThatRemembersMoreThanWhatWasAcceptedTakesAConsentOfItsOwn() {
        Instance more = new Instance(new InMemoryAnchor());
        Instance accepting = new Instance(new InMemoryAnchor());
        Instance less = new Instance(new InMemoryAnchor());
        store.lag();
        for (Instance behind : Array.of(less, accepting, more)) {
            more.happen(1);
            more.checkpoints.secure();
            behind.checkpoints.secure();
        }
        store.failOver();
        assertThrows(JournalUnavailableException.class, () -> store.journal().version(new StreamId("account", "a")));
        assertTrue(mismatch(less.anchors) instanceof AnchorMismatch.OlderJournal);

        new Instance(accepting.anchors, Consent.ACCEPT_LOST_COMMITS).checkpoints.secure();

        new Instance(less.anchors).checkpoints.secure();
        new Instance(new InMemoryAnchor()).checkpoints.secure();
        assertTrue(mismatch(more.anchors) instanceof AnchorMismatch.OlderJournal);
        new Instance(more.anchors, Consent.ACCEPT_LOST_COMMITS).checkpoints.secure();
        assertEquals(accepting.anchored(), less.anchored());
        assertTrue(checkpoints(more.anchors).compare(HashSet.empty()).isRight());
    }
}
