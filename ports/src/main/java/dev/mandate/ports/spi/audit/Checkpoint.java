package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;

/**
 * The state of the whole journal at one position: the heads of the streams that have new events since the previous checkpoint. The heads
 * of all other streams are in earlier checkpoints, to which {@code previous} links it.
 *
 * <p>Its exact bytes are in {@link CheckpointCodec}.
 *
 * @param number from 1, without a gap
 * @param previous the hash of the checkpoint before; {@link #NONE} in the first
 * @param position covers all events up to and including it
 * @param heads at least one and at most {@link #MAX_HEADS}, in {@link StreamHead#ORDER}, one for each stream
 */
public record Checkpoint(long number, Bytes32 previous, long position, UnixTime signedAt, Seq<StreamHead> heads) {

    /** The maximum number of streams in one checkpoint. */
    public static final int MAX_HEADS = 10_000;

    /** The {@code previous} hash of the first checkpoint. */
    public static final Bytes32 NONE = Bytes32.ZERO;

    public Checkpoint {
        if (number < 1 || position < 1 || heads.isEmpty() || heads.size() > MAX_HEADS) {
            throw new IllegalArgumentException(
                    "no checkpoint: number " + number + ", position " + position + ", " + heads.size() + " heads");
        }
        if (heads.zip(heads.tail()).exists(pair -> StreamHead.ORDER.compare(pair._1, pair._2) >= 0)) {
            throw new IllegalArgumentException("heads are not in order, or not each of its own stream");
        }
    }

    /** The exact bytes that are hashed and signed. */
    public Bytes bytes() {
        return CheckpointCodec.write(this);
    }

    /** SHA-256 of {@link #bytes}. The next checkpoint contains it as {@code previous}. */
    public Bytes32 hash() {
        return Sha256.of(bytes());
    }
}
