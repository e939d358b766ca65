package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a checkpoint, the same in every store. They are these fields in this order, with big-endian numbers:
 *
 * <pre>
 *   "mandate/journal/checkpoint/v1" 00
 *   u64 number
 *   32 bytes                        the hash of the previous checkpoint, or zeros
 *   u64 position
 *   i64 signed at                   seconds since 1970
 *   u32 number of heads, then for each head:
 *     u16 length, stream kind       ASCII
 *     u16 length, stream id         ASCII
 *     u64 version
 *     32 bytes                      the hash of its last event
 * </pre>
 */
public final class CheckpointCodec {

    private static final byte[] DOMAIN = "mandate/journal/checkpoint/v1\0".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED = DOMAIN.length + 3 * Long.BYTES + Bytes32.LENGTH + Integer.BYTES;
    private static final int FIXED_PER_HEAD = 2 * Short.BYTES + Long.BYTES + Bytes32.LENGTH;

    private CheckpointCodec() {}

    /** Parses a checkpoint; none if the bytes are malformed. */
    public static Option<Checkpoint> read(Bytes bytes) {
        try {
            Checkpoint read = readFields(ByteBuffer.wrap(bytes.toArray()));
            // The encoding must be canonical: each checkpoint has exactly one encoding.
            return Option.when(write(read).equals(bytes), read);
        } catch (BufferUnderflowException | IllegalArgumentException notACheckpoint) {
            return Option.none();
        }
    }

    private static Checkpoint readFields(ByteBuffer in) {
        byte[] domain = new byte[DOMAIN.length];
        in.get(domain);
        if (!Arrays.equals(domain, DOMAIN)) {
            throw new IllegalArgumentException("another domain");
        }
        long number = in.getLong();
        Bytes32 previous = readHash(in);
        long position = in.getLong();
        UnixTime signedAt = new UnixTime(in.getLong());
        int count = in.getInt();
        List<StreamHead> heads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StreamId stream = new StreamId(readText(in), readText(in));
            heads.add(new StreamHead(stream, in.getLong(), readHash(in)));
        }
        return new Checkpoint(number, previous, position, signedAt, Array.ofAll(heads));
    }

    private static Bytes32 readHash(ByteBuffer in) {
        byte[] hash = new byte[Bytes32.LENGTH];
        in.get(hash);
        return Bytes32.of(hash);
    }

    private static String readText(ByteBuffer in) {
        byte[] text = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(text);
        return new String(text, StandardCharsets.US_ASCII);
    }

    static Bytes write(Checkpoint checkpoint) {
        int names = checkpoint.heads()
                .map(head -> head.stream().kind().length() + head.stream().id().length())
                .sum()
                .intValue();
        ByteBuffer out =
                ByteBuffer.allocate(FIXED + names + checkpoint.heads().size() * FIXED_PER_HEAD);
        out.put(DOMAIN).putLong(checkpoint.number()).put(checkpoint.previous().toArray());
        out.putLong(checkpoint.position()).putLong(checkpoint.signedAt().seconds());
        out.putInt(checkpoint.heads().size());
        for (StreamHead head : checkpoint.heads()) {
            writeText(out, head.stream().kind());
            writeText(out, head.stream().id());
            out.putLong(head.version()).put(head.hash().toArray());
        }
        return Bytes.of(out.array());
    }

    private static void writeText(ByteBuffer out, String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        out.putShort((short) ascii.length).put(ascii);
    }
}
