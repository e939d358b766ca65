package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.audit.Checkpoint;
import dev.mandate.ports.audit.CheckpointReader;
import dev.mandate.ports.audit.SignedCheckpoint;
import dev.mandate.ports.audit.StreamHead;
import dev.mandate.ports.journal.EventHash;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.JournalUnavailableException;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.StreamId;
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

/**
 * Reads the whole journal once, in the order of positions, and says what is not as it was written: every edited, removed,
 * inserted or reordered event and every missing stream up to the last checkpoint, and every row that its events don't add up
 * to. Behind the last checkpoint it finds what is not consistent in itself; what was cut off there it can't know of.
 *
 * <p>Holds one head for each stream in memory. Others may write meanwhile.
 */
public final class LogVerifier {

    /** More are not listed. */
    public static final int MAX_FINDINGS = 1_000;

    private final JournalReader journal;
    private final CheckpointReader log;
    private final RowComparison rows;
    private final Map<StreamId, StreamHead> heads = new HashMap<>();
    private final Set<StreamId> sinceCheckpoint = new HashSet<>();
    private final Deque<SignedCheckpoint> waiting = new ArrayDeque<>();
    private final List<LogFinding> findings = new ArrayList<>();
    private Option<Bytes32> key;
    private Option<SignedCheckpoint> lastCheckpoint = Option.none();
    private boolean moreCheckpoints = true;
    private long checkpointsClosed;
    private long events;
    private long eventsSinceCheckpoint;

    private LogVerifier(
            JournalReader journal, CheckpointReader log, Seq<Projection> projections, Option<Bytes32> key) {
        this.journal = journal;
        this.log = log;
        this.rows = new RowComparison(journal, projections);
        this.key = key;
    }

    /**
     * Audits {@code journal}.
     *
     * @param key the log's public key; if it is not given, that of the first checkpoint is taken, which proves no more than
     *     that all were signed by one key
     */
    public static LogReport verify(
            JournalReader journal, CheckpointReader log, Seq<Projection> projections, Option<Bytes32> key) {
        return new LogVerifier(journal, log, projections, key).verify();
    }

    private LogReport verify() {
        try {
            readAll();
            rows.differences().forEach(row -> found(new LogFinding.RowDiffers(row)));
        } catch (JournalUnavailableException e) {
            String message = e.getMessage();
            found(new LogFinding.Unreadable(message == null ? e.toString() : message));
        }
        return new LogReport(
                events, heads.size(), rows.compared(), checkpointsClosed, lastCheckpoint, eventsSinceCheckpoint, Array.ofAll(findings));
    }

    private void found(LogFinding finding) {
        if (findings.size() < MAX_FINDINGS && !findings.contains(finding)) {
            findings.add(finding);
        }
    }

    /** Once for each stream, as the last checkpoint that names it has it. */
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
        // Positions count from 1, but whoever smuggles an event in need not keep to that.
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
        rows.follow(event);
    }

    /** Compares with every checkpoint that covers nothing from {@code position} on. */
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
            // One at a time: a checkpoint may hold thousands of heads.
            Page<SignedCheckpoint> page = log.checkpoints(number, 1);
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
        Bytes32 rightKey = key.getOrElse(signed.key());
        key = Option.some(rightKey);
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
        // Behind a missing checkpoint nobody knows which streams it named.
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
