package dev.mandate.engine.rotation;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.MacReplacement;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.audit.SignedCheckpoint;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.keys.ReplacedSecret;
import dev.mandate.ports.spi.store.RecordRewrite;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * How often the operator's secret of a journal was replaced. A replacement is one transaction: all rows, answers and messages get MACs under the new
 * secret, an event says who replaced the secret, and a checkpoint of the new log key covers that event. Through the hash of the checkpoint before it, it
 * covers the whole journal. Events are never written anew: their earlier MACs count up to the position of the replacement.
 */
public final class SecretRotations {

    /** The kind of their stream. */
    public static final String KIND = "secret-rotation";

    private static final String ID = "secret";
    private static final EntityType<Rotations, Rotated> TYPE =
            EntityType.of(KIND, Rotations.class, Rotated.class, SecretRotations::after);

    /** The row has what its events add up to. */
    public static final Projection PROJECTION = TYPE.projection();

    private SecretRotations() {}

    /** The secret was replaced by one with this identity. */
    private record Rotated(OperatorName by, Bytes32 identity, ReplacedSecret replaced) {}

    /**
     * All replacements.
     *
     * @param identity of the secret now
     * @param replaced the secrets before it, the oldest first
     */
    private record Rotations(Bytes32 identity, Seq<ReplacedSecret> replaced) {}

    private static Rotations after(Option<Rotations> before, Rotated event) {
        return new Rotations(event.identity(), before.map(Rotations::replaced).getOrElse(Array.empty()).append(event.replaced()));
    }

    /** The identity of the secret that has replaced the first one; none if that was never replaced. */
    public static Option<Bytes32> identity(JournalReader journal) {
        return find(journal).map(Rotations::identity);
    }

    /** The secrets that were replaced, the oldest first. */
    public static Seq<ReplacedSecret> replaced(JournalReader journal) {
        return find(journal).map(Rotations::replaced).getOrElse(Array.empty());
    }

    private static Option<Rotations> find(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::state);
    }

    /**
     * The key that signed the checkpoint at {@code position}.
     *
     * @param current the key now
     */
    public static Bytes32 logKey(Seq<ReplacedSecret> replaced, Bytes32 current, long position) {
        return replaced.find(one -> position <= one.position()).map(ReplacedSecret::logKey).getOrElse(current);
    }

    /**
     * A secret that is to replace another one.
     *
     * @param identity tells it from any other one
     * @param replaced the other one, sealed under it
     */
    public record Successor(OperatorName by, Bytes32 identity, JournalMac mac, LogSigner signer, ReplacedSecret replaced) {}

    /**
     * What replaces the secret of a journal.
     *
     * @param journal checks MACs under the present secret, which are {@code present}
     * @param last covers every event
     */
    public static RecordRewrite replacing(Journal journal, JournalMac present, SignedCheckpoint last, Successor next) {
        Repository<Rotations, Rotated> rotations = new Repository<>(TYPE, journal, next.replaced()::at);
        Commit commit = rotations.append(
                Commit.at(next.replaced().at()),
                ID,
                rotations.find(ID),
                Array.of(new Rotated(next.by(), next.identity(), next.replaced())));
        return MacReplacement.of(journal, present, next.mac(), last, commit, event -> signed(event, last.checkpoint(), next));
    }

    private static SignedCheckpoint signed(RecordedEvent event, Checkpoint last, Successor next) {
        Checkpoint checkpoint = new Checkpoint(
                last.number() + 1,
                last.hash(),
                event.position(),
                next.replaced().at(),
                Array.of(new StreamHead(event.stream(), event.version(), event.hash())));
        return new SignedCheckpoint(checkpoint, next.signer().key(), next.signer().sign(checkpoint.bytes()));
    }
}
