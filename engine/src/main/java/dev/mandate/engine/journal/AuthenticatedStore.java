package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.CheckpointReader;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.time.InstantSource;

/**
 * A store whose journal is an {@link AuthenticatedJournal}. Its outbox checks the MAC of a message before delivery, its retention that of an
 * answer before removal.
 */
public final class AuthenticatedStore implements JournalStore {

    /** No code, session, quota or intent means anything after this time. */
    private static final long DAY_SECONDS = 86_400;

    private static final int MOST_HEADS = 16_384;
    private static final int CHECKPOINTS_AT_ONCE = 20;

    private final JournalStore store;
    private final Journal journal;
    private final RecordMac mac;

    /**
     * Reads the checkpoints of the last day: a stream that has lost events since is damage when it is read.
     *
     * @param store open for writing
     */
    public AuthenticatedStore(JournalStore store, JournalMac key) {
        AuthenticatedJournal authenticated = new AuthenticatedJournal(store.journal(), key);
        newestHeads(store.checkpoints()).forEach(head -> authenticated.see(head.stream(), head.version()));
        this.store = store;
        this.journal = authenticated;
        this.mac = new RecordMac(key);
    }

    /** The heads in the checkpoints of the last day, the newest last, as far as the journal's memory reaches. */
    private static Array<StreamHead> newestHeads(CheckpointReader checkpoints) {
        Option<Checkpoint> newest = checkpoints.latest().map(SignedCheckpoint::checkpoint);
        Array<StreamHead> heads = Array.empty();
        long before = newest.map(Checkpoint::number).getOrElse(0L);
        while (before > 0 && heads.length() < MOST_HEADS) {
            long above = Math.max(before - CHECKPOINTS_AT_ONCE, 0);
            Array<Checkpoint> page = checkpoints.checkpoints(above, (int) (before - above)).items().toArray().map(SignedCheckpoint::checkpoint);
            Array<Checkpoint> young = page.filter(one -> newest.get().signedAt().secondsSince(one.signedAt()) <= DAY_SECONDS);
            heads = young.flatMap(Checkpoint::heads).appendAll(heads);
            before = young.length() < page.length() ? 0 : above;
        }
        return heads.takeRight(MOST_HEADS);
    }

    @Override
    public Journal journal() {
        return journal;
    }

    @Override
    public Outbox outbox() {
        return new AuthenticatedOutbox(store.outbox(), mac);
    }

    @Override
    public CheckpointLog checkpoints() {
        return store.checkpoints();
    }

    @Override
    public Retention retention() {
        return new AuthenticatedRetention(store.retention(), mac);
    }

    /** Returns unchecked records, because the audit makes its own checks. */
    @Override
    public AuditReader audit() {
        return store.audit();
    }

    @Override
    public Option<InstantSource> clock() {
        return store.clock();
    }

    @Override
    public long connectionsOpened() {
        return store.connectionsOpened();
    }

    @Override
    public long retries() {
        return store.retries();
    }

    @Override
    public void close() {
        store.close();
    }

    /** A retention that removes answers with a right MAC alone: the expiry of the others may have been edited. */
    private record AuthenticatedRetention(Retention retention, RecordMac mac) implements Retention {

        @Override
        public Page<IdempotencyRecord> expired(UnixTime now, Option<IdempotencyRecord> after, int limit) {
            return retention.expired(now, after, limit);
        }

        /** @throws JournalDamagedException if an answer has a wrong MAC; the others are removed all the same */
        @Override
        public void remove(Seq<IdempotencyRecord> expired) {
            Seq<Tuple2<IdempotencyRecord, Option<String>>> checked = expired.map(answer -> new Tuple2<>(answer, mac.wrong(answer)));
            retention.remove(checked.filter(answer -> answer._2.isEmpty()).map(Tuple2::_1));
            AuthenticatedJournal.require(checked.flatMap(Tuple2::_2).headOption());
        }
    }

    /**
     * An outbox that makes a message with a wrong MAC a dead letter and claims the next one. So other messages are still
     * delivered.
     */
    private record AuthenticatedOutbox(Outbox outbox, RecordMac mac) implements Outbox {

        @Override
        public Option<Delivery> claim(Claim claim) {
            Option<Delivery> claimed = outbox.claim(claim);
            Option<String> wrong = claimed.flatMap(delivery -> mac.wrong(delivery.message()));
            while (wrong.isDefined()) {
                // If another worker has claimed it since, that worker makes it a dead letter.
                var unused = outbox.bury(claimed.get().lease(), wrong.get(), claim.now());
                claimed = outbox.claim(claim);
                wrong = claimed.flatMap(delivery -> mac.wrong(delivery.message()));
            }
            return claimed;
        }

        @Override
        public Option<LeaseLost> done(Lease lease) {
            return outbox.done(lease);
        }

        @Override
        public Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
            return outbox.failed(lease, reason, nextAttempt);
        }

        @Override
        public Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
            return outbox.bury(lease, reason, now);
        }

        @Override
        public Page<RecordedMessage> open(long afterNumber, int limit) {
            return outbox.open(afterNumber, limit);
        }

        @Override
        public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
            return outbox.deadLetters(afterNumber, limit);
        }

        @Override
        public Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
            return outbox.waiting(topic, afterNumber, limit);
        }

        @Override
        public Option<NoDeadLetter> retry(long number, UnixTime now) {
            return outbox.retry(number, now);
        }

        @Override
        public Option<NoDeadLetter> discard(long number) {
            return outbox.discard(number);
        }
    }
}
