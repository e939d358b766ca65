package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchorStore;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Signs checkpoints of a journal and has an anchor outside of the database remember the last one. Before each checkpoint it compares journal
 * and anchor. If the journal has lost commits, it signs nothing and refuses all further calls of the {@link #guarded} store.
 *
 * <p>The order of use is {@link #compare}, then {@link #begin}, then everything else. Several instances may share a journal: the anchor of one
 * may be behind the journal, since the others commit as well.
 */
public final class AnchoredCheckpoints implements EndProtection {

    /** A checkpoint is due after so many events of this instance. */
    public static final int DUE_EVENTS = 1_000;

    private final Journal journal;
    private final CheckpointLog log;
    private final AnchorStore anchors;
    private final Checkpointer checkpointer;
    private final ServerClock clock;
    private final Map<String, EndedRecords> ends;
    private final JournalWatch watch;
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong requested = new AtomicLong();
    /** Requests up to this one are served. Guarded by {@link #turn}. */
    private long served;
    /** Guarded by {@link #turn}. */
    private long eventsAtLast;
    /** Guarded by {@link #turn}. */
    private Option<UnixTime> lastAt = Option.none();
    private volatile Map<StreamId, UnixTime> ended = HashMap.empty();

    /**
     * Checkpoints for one instance.
     *
     * @param journal checks MACs
     * @param ends what the anchor remembers besides
     */
    public AnchoredCheckpoints(
            Journal journal, CheckpointLog log, AnchorStore anchors, LogSigner signer, ServerClock clock, Seq<EndedRecords> ends) {
        this.journal = journal;
        this.log = log;
        this.anchors = anchors;
        this.checkpointer = new Checkpointer(journal, log, signer);
        this.clock = clock;
        this.ends = ends.toMap(EndedRecords::kind, kind -> kind);
        this.watch = new JournalWatch(journal, log, anchors);
    }

    /** What an operator has said to a mismatch, for one start. */
    public enum Consent {
        /** Another journal is taken as the one of this anchor. */
        ADOPT_JOURNAL,
        /** A journal is taken that has lost commits. */
        ACCEPT_LOST_COMMITS
    }

    /** A journal that may be used. Only {@link #compare} makes one. */
    public static final class Admitted {

        private final Option<Anchor> anchor;
        private final Option<LostRecords> lost;

        private Admitted(Option<Anchor> anchor, Option<LostRecords> lost) {
            this.anchor = anchor;
            this.lost = lost;
        }

        /** Whether journal and anchor meet for the first time: there was no anchor, or it is of another journal. */
        public boolean isFirstMeeting() {
            return anchor.isEmpty();
        }

        /** What the journal has lost with the operator's consent, given now or earlier. */
        public Option<LostRecords> lost() {
            return lost;
        }
    }

    /** Compares the journal with the anchor, and writes nothing. */
    public Either<AnchorMismatch, Admitted> compare(Set<Consent> consents) {
        Option<Anchor> anchor = anchors.read();
        return anchor.flatMap(known -> AnchorComparison.mismatchWithHeads(known, journal, log))
                .<Either<AnchorMismatch, Admitted>>map(mismatch -> switch (mismatch) {
                    case AnchorMismatch.EmptyJournal empty -> adopted(empty, consents);
                    case AnchorMismatch.OtherJournal other -> adopted(other, consents);
                    case AnchorMismatch.OlderJournal(LostRecords lost) when consents.contains(Consent.ACCEPT_LOST_COMMITS) ->
                        Either.right(new Admitted(anchor, Option.some(lost)));
                    case AnchorMismatch.OlderJournal older -> Either.left(older);
                    case AnchorMismatch.AcceptedLoss(LostRecords lost) -> Either.right(new Admitted(anchor, Option.some(lost)));
                    case AnchorMismatch.EventMissing missing -> Either.left(missing);
                })
                .getOrElse(() -> Either.right(new Admitted(anchor, Option.none())));
    }

    private static Either<AnchorMismatch, Admitted> adopted(AnchorMismatch mismatch, Set<Consent> consents) {
        return consents.contains(Consent.ADOPT_JOURNAL)
                ? Either.right(new Admitted(Option.none(), Option.none()))
                : Either.left(mismatch);
    }

    /**
     * Makes an anchor if there is none for this journal, records a loss that was accepted and ends again what had been ended. Repeating it after
     * a crash completes it.
     */
    public void begin(Admitted admitted, SecureRandom random) {
        JournalId id = JournalIdentity.ensure(journal, random, clock.now());
        admitted.lost().forEach(lost -> {
            if (LostCommits.accepted(journal).forAll(accepted -> !accepted.covers(lost))) {
                LostCommits.accept(journal, lost, lossAt());
            }
        });
        admitted.anchor.filter(anchor -> anchor.origin() == Anchor.Origin.RESTORED)
                .forEach(anchor -> LostCommits.acceptBackup(journal, anchor, lossAt()));
        Anchor begun = anchors.update(before -> admitted.anchor.isEmpty()
                ? before.filter(same -> same.journal().equals(id)).getOrElse(() -> Anchor.of(id))
                : before.get());
        if (begun.logKey().isDefined() || !SecretRotations.replaced(journal).isEmpty()) {
            begun = anchors.update(before -> before.get().signedBy(checkpointer.key()));
        }
        if (admitted.lost().isDefined() || begun.origin() == Anchor.Origin.RESTORED) {
            begun.ended().forEach((stream, end) ->
                    ends.get(stream.kind()).forEach(kind -> kind.endAgain(journal, stream.id(), end, clock.now())));
            long common = admitted.lost()
                    .map(lost -> lost.common().map(AnchoredCheckpoint::number).getOrElse(0L))
                    .getOrElse(Long.MAX_VALUE);
            var unused = anchors.update(before -> before.get().upTo(common));
        }
        ended = begun.ended();
    }

    /** No earlier than what the journal has, since the clock of the server that recorded it may have been ahead, and later than the loss before. */
    private UnixTime lossAt() {
        return Array.of(clock.now())
                .appendAll(NewestRecord.at(journal, log, Journal.MAX_PAGE))
                .appendAll(LostCommits.acceptedAt(journal).map(before -> before.plusSeconds(1)))
                .max()
                .get();
    }

    /** The store, whose calls are refused once the journal has lost commits. */
    public JournalStore guarded(JournalStore store) {
        watch.follow(store::connectionsOpened);
        return new WatchedStore(store, watch);
    }

    /** The journal, whose calls are refused once it has lost commits. */
    public Journal guarded() {
        return new WatchedStore.WatchedJournal(journal, watch);
    }

    @Override
    public Option<UnixTime> endOf(StreamId stream) {
        return ended.get(stream);
    }

    @Override
    public void secure() {
        long ticket = requested.incrementAndGet();
        turn.lock();
        try {
            if (served < ticket) {
                long serving = requested.get();
                advance();
                served = serving;
            }
        } catch (JournalDamagedException e) {
            throw e;
        } catch (JournalUnavailableException e) {
            throw new JournalUnavailableException(Effect.UNKNOWN, "no checkpoint covers a commit yet: " + e.getMessage(), e);
        } finally {
            turn.unlock();
        }
    }

    /**
     * Compares the journal with what this instance has committed, has the anchor remember the newest event, and signs a checkpoint if one is due.
     *
     * @param every a checkpoint is due after so long, or after {@link #DUE_EVENTS}
     */
    public void keep(Duration every) {
        ended = watch.compare().ended();
        watch.note();
        turn.lock();
        try {
            boolean isDue = watch.eventsCommitted() - eventsAtLast >= DUE_EVENTS
                    || lastAt.forAll(last -> clock.now().secondsSince(last) >= every.toSeconds());
            if (isDue) {
                advance();
            }
        } finally {
            turn.unlock();
        }
    }

    /** Signs until a checkpoint covers everything, and has the anchor remember it. */
    private void advance() {
        long events = watch.eventsCommitted();
        long required = watch.position();
        Either<OutOfTurn, Option<SignedCheckpoint>> signed;
        do {
            Anchor anchor = signedByOthers(watch.compare());
            Seen seen = new Seen();
            signed = checkpointer.signNext(clock.now(), seen);
            signed.forEach(one -> one.forEach(checkpoint -> remember(checkpoint, seen)));
            if (signed.exists(Option::isEmpty) && anchor.position() < required) {
                throw new JournalUnavailableException(Effect.NONE, "position " + required + " is not visible yet");
            }
        } while (signed.isLeft() || signed.get().isDefined());
        eventsAtLast = events;
        lastAt = Option.some(clock.now());
    }

    /** Has the anchor remember the checkpoints that other instances have signed since. */
    private Anchor signedByOthers(Anchor anchor) {
        Anchor known = anchor;
        Page<SignedCheckpoint> page;
        do {
            // One at a time, because a checkpoint may contain thousands of heads.
            page = log.checkpoints(known.last().map(AnchoredCheckpoint::number).getOrElse(0L), 1);
            for (SignedCheckpoint next : page.items()) {
                requireNext(known, next);
                Seen seen = seen(known.position(), next.checkpoint().position());
                known = known.with(AnchoredCheckpoint.of(next.checkpoint(), seen.counts), seen.ended);
            }
        } while (page.hasMore());
        return known.position() == anchor.position() ? anchor : remember(known);
    }

    private void requireNext(Anchor known, SignedCheckpoint next) {
        checkpointer.requireOwnOrReplaced(next);
        boolean follows = next.checkpoint().number() == known.last().map(AnchoredCheckpoint::number).getOrElse(0L) + 1
                && next.checkpoint().previous().equals(known.last().map(AnchoredCheckpoint::hash).getOrElse(Checkpoint.NONE));
        if (!follows) {
            throw new JournalDamagedException("checkpoint " + next.checkpoint().number()
                    + " does not continue the one before it, which the anchor remembers: run verify-log");
        }
    }

    private Seen seen(long after, long last) {
        Seen seen = new Seen();
        long position = after;
        while (position < last) {
            Page<RecordedEvent> page = journal.events(position, Journal.MAX_PAGE);
            page.items().filter(event -> event.position() <= last).forEach(seen);
            position = page.hasMore() ? page.items().last().position() : last;
        }
        return seen;
    }

    private void remember(SignedCheckpoint signed, Seen seen) {
        AnchoredCheckpoint next = AnchoredCheckpoint.of(signed.checkpoint(), seen.counts);
        ended = anchors.update(before -> before.get().with(next, seen.ended)).ended();
    }

    private Anchor remember(Anchor known) {
        // A command of the same folder may have come first.
        Anchor after = anchors.update(before -> before.get().position() < known.position()
                ? before.get().newest().map(known::with).getOrElse(known)
                : before.get());
        ended = after.ended();
        return after;
    }

    /** What the anchor remembers of the events of a checkpoint. */
    private final class Seen implements Consumer<RecordedEvent> {

        private Map<String, Long> counts = HashMap.empty();
        private Map<StreamId, UnixTime> ended = HashMap.empty();

        @Override
        public void accept(RecordedEvent event) {
            counts = counts.put(event.stream().kind(), 1L, Long::sum);
            ends.get(event.stream().kind())
                    .flatMap(kind -> kind.end(journal, event))
                    .forEach(end -> ended = ended.put(event.stream(), end));
        }
    }
}
