package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The record that a journal has lost commits, and that its operator has accepted it. Whatever began before the last acceptance, and would
 * need the lost commits to be judged, is void.
 */
public final class LostCommits {

    private static final String ID = "journal";
    private static final EntityType<Lost, Accepted> TYPE =
            EntityType.of("lost-commits", Lost.class, Accepted.class, (before, accepted) -> accepted.lost());

    private static final StreamId STREAM = new StreamId(TYPE.kind(), ID);

    /** The row says what was lost by the last event. */
    public static final Projection PROJECTION = TYPE.projection();

    private LostCommits() {}

    /** How the commits were lost. */
    enum Cause {
        /** The journal was older than an anchor. */
        OLDER_JOURNAL,
        /** A backup was restored. Whether there were commits after it is not known. */
        RESTORED_BACKUP
    }

    /**
     * An acceptance.
     *
     * @param lastCommon the number of the last checkpoint that the journal still has; 0 for none
     */
    record Accepted(Cause cause, long lastCommon, Lost lost) {}

    /**
     * What was lost, as far as an anchor remembers it.
     *
     * @param newest the hash of an event
     */
    record Lost(Seq<LostCheckpoint> checkpoints, Option<Bytes32> newest) {

        static final Lost UNKNOWN = new Lost(Array.empty(), Option.none());

        static Lost of(LostRecords lost) {
            return new Lost(
                    lost.checkpoints().map(checkpoint -> new LostCheckpoint(checkpoint.number(), checkpoint.hash())),
                    lost.newest().map(event -> event.head().hash()));
        }

        /** Whether all of {@code lost} is part of it. */
        boolean covers(LostRecords lost) {
            return lost.checkpoints().lastOption().forAll(last -> checkpoints.exists(known -> known.hash().equals(last.hash())))
                    && lost.newest().forAll(event -> newest.contains(event.head().hash()));
        }
    }

    /** A checkpoint that is not in the journal any more. */
    record LostCheckpoint(long number, Bytes32 hash) {}

    /** When a loss was accepted for the last time; none if the journal has lost nothing. */
    public static Option<UnixTime> acceptedAt(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::at);
    }

    /**
     * When a loss was accepted that is later in the journal than an event; none if there is no such loss. The times of both are of different clocks.
     *
     * @param version of the event in its stream
     */
    public static Option<UnixTime> acceptedAfter(JournalReader journal, StreamId stream, long version) {
        return TYPE.find(journal, ID)
                .filter(loss -> position(journal, stream, version) < position(journal, STREAM, loss.version()))
                .map(Entity::at);
    }

    /**
     * {@code commit}, refused if a loss is accepted from now on. Needed where the commit makes a later loss look like one that its decision knew: see
     * {@link #acceptedAfter}.
     */
    public static Commit depending(JournalReader journal, Commit commit) {
        return commit.appends().exists(append -> append.stream().equals(STREAM)) ? commit : commit.append(STREAM, TYPE.find(journal, ID).map(Entity::version).getOrElse(0L));
    }

    private static long position(JournalReader journal, StreamId stream, long version) {
        return journal.stream(stream, version - 1, 1).items().headOption().map(RecordedEvent::position).getOrElse(0L);
    }

    static Option<Lost> accepted(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::state);
    }

    /** Records that the operator accepts the loss of {@code lost}. */
    static void accept(Journal journal, LostRecords lost, UnixTime at) {
        record(
                journal,
                new Accepted(
                        Cause.OLDER_JOURNAL,
                        lost.common().map(AnchoredCheckpoint::number).getOrElse(0L),
                        Lost.of(lost)),
                // The clock of a database that took over may be behind that of what was lost.
                lost.newest().map(AnchoredEvent::recordedAt).filter(at::isBefore).getOrElse(at));
    }

    /** Records that the journal is a restored backup. */
    static void acceptBackup(Journal journal, Anchor anchor, UnixTime at) {
        record(
                journal,
                new Accepted(
                        Cause.RESTORED_BACKUP,
                        anchor.last().map(AnchoredCheckpoint::number).getOrElse(0L),
                        Lost.UNKNOWN),
                at);
    }

    private static void record(Journal journal, Accepted accepted, UnixTime at) {
        var unused = new Repository<>(TYPE, journal, () -> at).<Lost>update(ID, before -> Either.right(Array.of(accepted)));
    }
}
