package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What an instance remembers of its journal outside of the database. A journal without the newest checkpoint or event of an
 * anchor has lost commits: it was put back to an older state, or a standby without them has taken over.
 *
 * @param checkpoints in order of their numbers: the newest 32, of the 32 before them every second one, and ever fewer of the older ones
 * @param newest the newest event that this instance has committed after the last of {@code checkpoints}
 * @param ended what was ended for good or replaced, and when. It stays so if the journal loses the record of it
 * @param logKey the public key of the checkpoints since the operator's secret was replaced; none if it never was
 */
public record Anchor(
        JournalId journal,
        Origin origin,
        Array<AnchoredCheckpoint> checkpoints,
        Option<AnchoredEvent> newest,
        Map<StreamId, UnixTime> ended,
        Option<Bytes32> logKey) {

    /** The distance between the checkpoints that are kept grows with their age: it is at most a sixteenth of it. */
    private static final long AGE_OF_DISTANCE_ONE = 16;

    /** Where the journal in front of the anchor comes from. */
    public enum Origin {
        /** The instance has written it, or found it. */
        OWN,
        /** It was restored from a backup, and no server has started on it yet. */
        RESTORED
    }

    /** The anchor of a journal of which nothing is known yet. */
    public static Anchor of(JournalId journal) {
        return new Anchor(journal, Origin.OWN, Array.empty(), Option.none(), HashMap.empty(), Option.none());
    }

    /** The newest checkpoint. */
    public Option<AnchoredCheckpoint> last() {
        return checkpoints.lastOption();
    }

    /** The position up to which checkpoints cover the events; 0 without a checkpoint. */
    public long position() {
        return last().map(AnchoredCheckpoint::position).getOrElse(0L);
    }

    /**
     * This anchor with one more checkpoint. If it is not newer than the last one, nothing changes.
     *
     * @param ends what was ended since the checkpoint before, and when
     */
    public Anchor with(AnchoredCheckpoint next, Map<StreamId, UnixTime> ends) {
        return last().exists(last -> last.number() >= next.number())
                ? this
                : new Anchor(
                        journal, origin, thinned(next), newest.filter(event -> event.position() > next.position()), ends.merge(ended), logKey);
    }

    /** This anchor with an event that was committed. */
    public Anchor with(AnchoredEvent event) {
        return event.position() <= newest.map(AnchoredEvent::position).getOrElse(position())
                ? this
                : new Anchor(journal, origin, checkpoints, Option.some(event), ended, logKey);
    }

    /** This anchor, for a journal that was restored from a backup. */
    public Anchor restored() {
        return new Anchor(journal, Origin.RESTORED, checkpoints, newest, ended, logKey);
    }

    /** What holds of a journal whose loss is accepted: the checkpoints up to {@code number}, and whatever was ended. */
    public Anchor upTo(long number) {
        return new Anchor(
                journal, Origin.OWN, checkpoints.filter(checkpoint -> checkpoint.number() <= number), Option.none(), ended, logKey);
    }

    /** This anchor, whose further checkpoints are signed with {@code key}: the operator's secret was replaced. */
    public Anchor signedBy(Bytes32 key) {
        return new Anchor(journal, origin, checkpoints, newest, ended, Option.some(key));
    }

    private Array<AnchoredCheckpoint> thinned(AnchoredCheckpoint next) {
        Array<AnchoredCheckpoint> kept = Array.empty();
        Option<AnchoredCheckpoint> dropped = Option.none();
        for (AnchoredCheckpoint checkpoint : checkpoints.append(next)) {
            AnchoredCheckpoint summed = dropped.map(checkpoint::after).getOrElse(checkpoint);
            long distance = Long.highestOneBit(Math.max(1, (next.number() - checkpoint.number()) / AGE_OF_DISTANCE_ONE));
            boolean isKept = checkpoint.number() % distance == 0;
            kept = isKept ? kept.append(summed) : kept;
            dropped = isKept ? Option.none() : Option.some(summed);
        }
        return kept;
    }
}
