package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.CheckpointLog;
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
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.store.Retention;
import io.vavr.Tuple2;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.time.InstantSource;

/**
 * A store whose journal is an {@link AuthenticatedJournal}. Its outbox checks the MAC of a message before delivery, its retention that of an
 * answer before removal.
 */
public final class AuthenticatedStore implements JournalStore {

    private final JournalStore store;
    private final Journal journal;
    private final RecordMac mac;

    public AuthenticatedStore(JournalStore store, JournalMac key) {
        this.store = store;
        this.journal = new AuthenticatedJournal(store.journal(), key);
        this.mac = new RecordMac(key);
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
        public Option<NoDeadLetter> retry(long number, UnixTime now) {
            return outbox.retry(number, now);
        }

        @Override
        public Option<NoDeadLetter> discard(long number) {
            return outbox.discard(number);
        }
    }
}
