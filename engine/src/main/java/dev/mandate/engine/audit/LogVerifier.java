package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.RecordMac;
import dev.mandate.engine.journal.RecordMac.AnswerReference;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AuditReader;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.keys.ReplacedSecret;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads every table once and lists every difference from what the engine wrote.
 *
 * <ul>
 *   <li>Events up to the last checkpoint: edited, removed, inserted or reordered events, and missing streams.
 *   <li>Events after the last checkpoint: inconsistencies between them. The audit cannot detect that the last of them were
 *       removed.
 *   <li>Rows that differ from the state computed from their events.
 *   <li>If the MAC key is known: events, rows, answers and messages that were created or changed without it.
 *   <li>Answers that are missing before they expire, and unfinished rows without a message in the outbox.
 *   <li>Checkpoints that are forged or missing, or differ from the one that the auditor noted.
 *   <li>If there is an anchor: another journal, or one that has lost commits.
 * </ul>
 *
 * <p>The audit keeps one head for each stream in memory. Other processes may write at the same time.
 */
public final class LogVerifier {

    /** The maximum number of findings in a report. */
    public static final int MAX_FINDINGS = 1_000;

    private final AuditReader journal;
    private final Option<RecordMac> mac;
    private final Option<Anchor> anchor;
    private final ServerClock clock;
    private Seq<ReplacedSecret> replaced = Array.empty();
    private final RowComparison rows;
    private final Map<StreamId, StreamHead> heads = new HashMap<>();
    private final Set<StreamId> sinceCheckpoint = new HashSet<>();
    private final Deque<SignedCheckpoint> waiting = new ArrayDeque<>();
    private final List<LogFinding> findings = new ArrayList<>();
    /** The key of the checkpoints since the last replacement of the operator's secret. */
    private Option<Bytes32> key;
    /** Empty once the noted checkpoint is found. */
    private Option<AuditTrust.NotedCheckpoint> noted;
    private Option<AnswerReference> lastAnswer = Option.none();
    private Option<SignedCheckpoint> lastCheckpoint = Option.none();
    private boolean moreCheckpoints = true;
    private long checkpointsClosed;
    private long events;
    private long eventsSinceCheckpoint;

    private LogVerifier(AuditReader journal, Seq<Projection> projections, AuditTrust trust, ServerClock clock) {
        this.journal = journal;
        this.rows = new RowComparison(journal, projections);
        this.key = trust.logKey();
        this.mac = trust.mac().map(RecordMac::new);
        this.noted = trust.noted();
        this.anchor = trust.anchor();
        this.clock = clock;
    }

    /**
     * Audits {@code journal}.
     *
     * @param clock decides which answers have expired
     */
    public static LogReport verify(AuditReader journal, Seq<Projection> projections, AuditTrust trust, ServerClock clock) {
        return new LogVerifier(journal, projections, trust, clock).verify();
    }

    private LogReport verify() {
        try {
            replaced = SecretRotations.replaced(journal);
            readAll();
            anchor.flatMap(known -> AnchorComparison.mismatchWithHeads(known, journal, journal))
                    .filter(mismatch -> !(mismatch instanceof AnchorMismatch.AcceptedLoss))
                    .forEach(mismatch -> found(new LogFinding.AnchorDiffers(mismatch)));
            Set<StreamId> messages = readMessages(message -> mac.flatMap(by -> by.wrong(message)).forEach(this::foundWrongMac));
            rows.differences(row -> mac.flatMap(by -> by.wrong(row)).forEach(this::foundWrongMac))
                    .forEach(row -> found(new LogFinding.RowDiffers(row)));
            readAnswers();
            rows.abandoned(messages, () -> readMessages(message -> {})).forEach((row, stream) -> found(new LogFinding.MessageMissing(row, stream)));
        } catch (JournalUnavailableException e) {
            String message = e.getMessage();
            found(new LogFinding.Unreadable(message == null ? e.toString() : message));
        }
        return new LogReport(
                events, heads.size(), rows.compared(), checkpointsClosed, lastCheckpoint, eventsSinceCheckpoint, Array.ofAll(findings));
    }

    private void readAnswers() {
        Option<RequestKey> after = Option.none();
        Page<IdempotencyRecord> page;
        do {
            page = journal.answers(after, Journal.MAX_PAGE);
            page.items().forEach(answer -> mac.flatMap(by -> by.wrong(answer)).forEach(this::foundWrongMac));
            after = page.items().lastOption().map(IdempotencyRecord::key).orElse(after);
        } while (page.hasMore());
    }

    /** The streams that outbox messages refer to. */
    private Set<StreamId> readMessages(Consumer<RecordedMessage> each) {
        Set<StreamId> about = new HashSet<>();
        long number = Long.MIN_VALUE;
        Page<RecordedMessage> page;
        do {
            page = journal.open(number, Journal.MAX_PAGE);
            for (RecordedMessage message : page.items()) {
                each.accept(message);
                about.add(message.message().stream());
                number = message.number();
            }
        } while (page.hasMore());
        return about;
    }

    private void foundWrongMac(String detail) {
        found(new LogFinding.MacWrong(detail));
    }

    private void found(LogFinding finding) {
        if (findings.size() < MAX_FINDINGS && !findings.contains(finding)) {
            findings.add(finding);
        }
    }

    /** Records one finding for each missing stream, with the version from the last checkpoint that names it. */
    private void foundMissing(LogFinding.StreamMissing missing) {
        for (int i = 0; i < findings.size(); i++) {
            if (findings.get(i) instanceof LogFinding.StreamMissing earlier
                    && earlier.stream().equals(missing.stream())) {
                findings.set(i, missing);
                return;
            }
        }
        found(missing);
    }

    private void readAll() {
        // Positions start at 1, but an attacker may have inserted an event with a lower one.
        long position = Long.MIN_VALUE;
        Page<RecordedEvent> page;
        do {
            page = journal.events(position, Journal.MAX_PAGE);
            for (RecordedEvent event : page.items()) {
                position = event.position();
                closeCheckpointsBefore(position);
                read(event);
            }
        } while (page.hasMore());
        closeCheckpointsBefore(Long.MAX_VALUE);
        // Whoever has a replaced secret can sign up to its last position. What is later, and covers that, shows that nobody did.
        replaced.lastOption()
                .filter(former -> lastCheckpoint.forAll(last -> last.checkpoint().position() <= former.position()))
                .forEach(former -> found(new LogFinding.CheckpointMissing(checkpointsClosed + 1)));
        noted.forEach(absent -> found(new LogFinding.CheckpointUnknown(absent.number(), absent.hash())));
    }

    private void read(RecordedEvent event) {
        events++;
        eventsSinceCheckpoint++;
        StreamId stream = event.stream();
        long version = event.version();
        if (!EventHash.of(event).equals(event.hash())) {
            found(new LogFinding.EventEdited(stream, version, event.position()));
        }
        StreamHead head = heads.get(stream);
        long before = head == null ? 0 : head.version();
        if (version <= before) {
            found(new LogFinding.EventsReordered(stream, version, event.position()));
            return;
        }
        Bytes32 previous = head == null ? EventHash.NONE : head.hash();
        if (version > before + 1) {
            found(new LogFinding.EventsMissing(stream, before + 1, version - 1));
        } else if (!event.previous().equals(previous)) {
            found(new LogFinding.ChainBroken(stream, version, event.position()));
        }
        heads.put(stream, new StreamHead(stream, version, event.hash()));
        sinceCheckpoint.add(stream);
        mac.flatMap(by -> by.wrong(event)).forEach(this::foundWrongMac);
        Option<AnswerReference> answer = RecordMac.answerOf(event);
        // The events of one commit name the same answer.
        answer.filter(named -> !lastAnswer.contains(named) && isMissing(named))
                .forEach(missing -> found(new LogFinding.AnswerMissing(stream, version, missing.scope())));
        lastAnswer = answer;
        rows.follow(event);
    }

    private boolean isMissing(AnswerReference answer) {
        // An edited event can name any answer.
        UnixTime now = clock.now();
        return now.isBefore(answer.until())
                && !journal.answered(answer.requestKey()).exists(stored -> stored.isAlive(now))
                && clock.now().isBefore(answer.until());
    }

    /** Checks every checkpoint whose position is below {@code position}. */
    private void closeCheckpointsBefore(long position) {
        for (Option<SignedCheckpoint> next = next(); next.isDefined(); next = next()) {
            if (next.get().checkpoint().position() >= position) {
                return;
            }
            waiting.remove();
            close(next.get());
        }
    }

    private Option<SignedCheckpoint> next() {
        if (waiting.isEmpty() && moreCheckpoints) {
            long number = lastCheckpoint.map(last -> last.checkpoint().number()).getOrElse(0L);
            // Reads one at a time, because a checkpoint may contain thousands of heads.
            Page<SignedCheckpoint> page = journal.checkpoints(number, 1);
            waiting.addAll(page.items().asJava());
            moreCheckpoints = page.hasMore();
        }
        SignedCheckpoint next = waiting.peek();
        return next == null ? Option.none() : Option.some(next);
    }

    private void close(SignedCheckpoint signed) {
        Checkpoint checkpoint = signed.checkpoint();
        long expected = lastCheckpoint.map(last -> last.checkpoint().number()).getOrElse(0L) + 1;
        Bytes32 previous = lastCheckpoint.map(last -> last.checkpoint().hash()).getOrElse(Checkpoint.NONE);
        boolean follows = checkpoint.number() == expected;
        if (!follows) {
            found(new LogFinding.CheckpointMissing(expected));
        } else if (!checkpoint.previous().equals(previous)) {
            found(new LogFinding.CheckpointMissing(Math.max(1, expected - 1)));
        }
        noted = noted.filter(note -> note.number() != checkpoint.number() || !note.hash().equals(checkpoint.hash()));
        Bytes32 current = key.getOrElse(signed.key());
        Bytes32 rightKey = SecretRotations.logKey(replaced, current, checkpoint.position());
        key = key.orElse(Option.when(replaced.forAll(former -> former.position() < checkpoint.position()), current));
        switch (LogSignature.check(signed)) {
            case SIGNED -> {
                if (!signed.key().equals(rightKey)) {
                    found(new LogFinding.CheckpointForged(checkpoint.number()));
                }
            }
            case FORGED -> found(new LogFinding.CheckpointForged(checkpoint.number()));
        }
        for (StreamHead vouchedFor : checkpoint.heads()) {
            compare(vouchedFor, checkpoint.number());
        }
        // If a checkpoint is missing, it is unknown which streams it named.
        if (follows) {
            for (StreamId inserted : sinceCheckpoint) {
                StreamHead head = heads.get(inserted);
                found(new LogFinding.EventsInserted(inserted, head == null ? 0 : head.version(), checkpoint.number()));
            }
        }
        sinceCheckpoint.clear();
        checkpointsClosed++;
        eventsSinceCheckpoint = 0;
        lastCheckpoint = Option.some(signed);
    }

    private void compare(StreamHead vouchedFor, long checkpoint) {
        StreamId stream = vouchedFor.stream();
        StreamHead head = heads.get(stream);
        if (head == null) {
            foundMissing(new LogFinding.StreamMissing(stream, vouchedFor.version(), checkpoint));
        } else if (head.version() < vouchedFor.version()) {
            found(new LogFinding.EventsMissing(stream, head.version() + 1, vouchedFor.version()));
        } else if (head.version() > vouchedFor.version()) {
            found(new LogFinding.EventsInserted(stream, head.version(), checkpoint));
        } else if (!head.hash().equals(vouchedFor.hash())) {
            found(new LogFinding.StreamRewritten(stream, head.version(), checkpoint));
        }
        sinceCheckpoint.remove(stream);
    }
}
