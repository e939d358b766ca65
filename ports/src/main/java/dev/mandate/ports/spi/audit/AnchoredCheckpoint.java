package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Map;

/**
 * A checkpoint that an {@link Anchor} remembers.
 *
 * @param number from 1
 * @param hash {@link Checkpoint#hash}
 * @param position of its last event
 * @param events how many events of each stream kind follow the checkpoint before it in the anchor
 */
public record AnchoredCheckpoint(long number, Bytes32 hash, long position, UnixTime signedAt, Map<String, Long> events) {

    /** What an anchor remembers of {@code checkpoint}. */
    public static AnchoredCheckpoint of(Checkpoint checkpoint, Map<String, Long> events) {
        return new AnchoredCheckpoint(checkpoint.number(), checkpoint.hash(), checkpoint.position(), checkpoint.signedAt(), events);
    }

    AnchoredCheckpoint after(AnchoredCheckpoint dropped) {
        return new AnchoredCheckpoint(number, hash, position, signedAt, dropped.events.merge(events, Long::sum));
    }
}
