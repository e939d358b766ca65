package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointLog;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.audit.OutOfTurn;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.EventHash;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Signs checkpoints of the journal. It first checks the signature of the last checkpoint, and the hash and previous hash of
 * every later event. If a check fails, it throws a {@link JournalDamagedException} and signs nothing. Several processes may run
 * it: if two race, one gets {@link OutOfTurn}.
 */
public final class Checkpointer {

    private final JournalReader journal;
    private final CheckpointLog log;
    private final LogSigner signer;

    /** Signs for {@code journal} with {@code signer} and stores the checkpoints in {@code log}. */
    public Checkpointer(JournalReader journal, CheckpointLog log, LogSigner signer) {
        this.journal = journal;
        this.log = log;
        this.signer = signer;
    }

    /**
     * Signs one checkpoint over the events since the last one. If they belong to more than {@link Checkpoint#MAX_HEADS}
     * streams, it covers only the first of them.
     *
     * @return the checkpoint; none if there are no new events
     */
    public Either<OutOfTurn, Option<SignedCheckpoint>> signNext(UnixTime now) {
        return signNext(now, event -> {});
    }

    /** @param each receives every event that the checkpoint covers */
    Either<OutOfTurn, Option<SignedCheckpoint>> signNext(UnixTime now, Consumer<RecordedEvent> each) {
        Option<Checkpoint> last = log.latest().peek(this::requireOwn).map(SignedCheckpoint::checkpoint);
        long start = last.map(Checkpoint::position).getOrElse(0L);
        Map<StreamId, StreamHead> heads = new HashMap<>();
        long position = follow(start, heads, each);
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

    /** Collects the heads of the streams with events above {@code start}. Returns the last position that they cover. */
    private long follow(long start, Map<StreamId, StreamHead> heads, Consumer<RecordedEvent> each) {
        long position = start;
        while (true) {
            Page<RecordedEvent> page = journal.events(position, Journal.MAX_PAGE);
            for (RecordedEvent event : page.items()) {
                if (heads.size() == Checkpoint.MAX_HEADS && !heads.containsKey(event.stream())) {
                    return position;
                }
                requireLinked(event, heads);
                heads.put(event.stream(), new StreamHead(event.stream(), event.version(), event.hash()));
                position = event.position();
                each.accept(event);
            }
            if (!page.hasMore()) {
                return position;
            }
        }
    }

    /** The public key of this signer. */
    Bytes32 key() {
        return signer.key();
    }

    /** The checkpoint must carry the signature of this signer. */
    private void requireOwn(SignedCheckpoint last) {
        require(last, signer.key());
    }

    /** As {@link #requireOwn}, or of a key that was replaced after the checkpoint. A later one of this signer must cover it. */
    void requireOwnOrReplaced(SignedCheckpoint earlier) {
        require(
                earlier,
                earlier.key().equals(signer.key())
                        ? signer.key()
                        : SecretRotations.logKey(SecretRotations.replaced(journal), signer.key(), earlier.checkpoint().position()));
    }

    private static void require(SignedCheckpoint last, Bytes32 key) {
        boolean own = switch (LogSignature.check(last)) {
            case SIGNED -> last.key().equals(key);
            case FORGED -> false;
        };
        if (!own) {
            throw new JournalDamagedException(
                    "checkpoint " + last.checkpoint().number() + " does not carry the signature of the log's key");
        }
    }

    private void requireLinked(RecordedEvent event, Map<StreamId, StreamHead> heads) {
        StreamId stream = event.stream();
        StreamHead known = heads.get(stream);
        Option<StreamHead> before = known != null ? Option.some(known) : before(event);
        boolean linked = EventHash.of(event).equals(event.hash())
                && event.version() == before.map(StreamHead::version).getOrElse(0L) + 1
                && event.previous().equals(before.map(StreamHead::hash).getOrElse(EventHash.NONE));
        if (!linked) {
            throw new JournalDamagedException("event " + event.version() + " of " + stream + " at position " + event.position()
                    + " does not continue the event before it, and no checkpoint is signed: run verify-log");
        }
    }

    /** The head of the stream before {@code event}, as stored; none before the first event. */
    private Option<StreamHead> before(RecordedEvent event) {
        return event.version() < 2
                ? Option.none()
                : journal.stream(event.stream(), event.version() - 2, 1)
                        .items()
                        .headOption()
                        .map(earlier -> new StreamHead(earlier.stream(), earlier.version(), earlier.hash()));
    }
}
