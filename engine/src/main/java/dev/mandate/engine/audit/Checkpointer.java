package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.audit.Checkpoint;
import dev.mandate.ports.audit.CheckpointLog;
import dev.mandate.ports.audit.LogSigner;
import dev.mandate.ports.audit.OutOfTurn;
import dev.mandate.ports.audit.SignedCheckpoint;
import dev.mandate.ports.audit.StreamHead;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.Page;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/** Signs for what the journal holds. Safe to run in several processes: of two who race, one is out of turn. */
public final class Checkpointer {

    private final JournalReader journal;
    private final CheckpointLog log;
    private final LogSigner signer;

    /** Signs for {@code journal} with {@code signer}, and keeps the checkpoints in {@code log}. */
    public Checkpointer(JournalReader journal, CheckpointLog log, LogSigner signer) {
        this.journal = journal;
        this.log = log;
        this.signer = signer;
    }

    /**
     * Signs one checkpoint for the events since the last one, or for the first of them where they belong to more than {@link
     * Checkpoint#MAX_HEADS} streams.
     *
     * @return the checkpoint; none if nothing has happened since the last one
     */
    public Either<OutOfTurn, Option<SignedCheckpoint>> signNext(UnixTime now) {
        Option<Checkpoint> last = log.latest().map(SignedCheckpoint::checkpoint);
        long start = last.map(Checkpoint::position).getOrElse(0L);
        Map<StreamId, StreamHead> heads = new HashMap<>();
        long position = follow(start, heads);
        if (position == start) {
            return Either.right(Option.none());
        }
        Checkpoint next = new Checkpoint(
                last.map(Checkpoint::number).getOrElse(0L) + 1,
                last.map(Checkpoint::hash).getOrElse(Checkpoint.NONE),
                position,
                now,
                Array.ofAll(heads.values()).sorted(StreamHead.ORDER));
        Bytes32 key = signer.key();
        SignedCheckpoint signed = new SignedCheckpoint(next, key, signer.sign(next.bytes()));
        return log.append(signed)
                .<Either<OutOfTurn, Option<SignedCheckpoint>>>map(Either::left)
                .getOrElse(() -> Either.right(Option.some(signed)));
    }

    /** Collects the heads of the streams that have events behind {@code start}, and tells how far it came. */
    private long follow(long start, Map<StreamId, StreamHead> heads) {
        long position = start;
        while (true) {
            Page<RecordedEvent> page = journal.events(position, Journal.MAX_PAGE);
            for (RecordedEvent event : page.items()) {
                if (heads.size() == Checkpoint.MAX_HEADS && !heads.containsKey(event.stream())) {
                    return position;
                }
                heads.put(event.stream(), new StreamHead(event.stream(), event.version(), event.hash()));
                position = event.position();
            }
            if (!page.hasMore()) {
                return position;
            }
        }
    }
}
