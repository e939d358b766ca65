package dev.mandate.ports.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The hash of an event, the same in every store: SHA-256 (FIPS 180-4) of these bytes, one after the other, numbers
 * big-endian.
 *
 * <pre>
 *   "mandate/journal/event/v1" 00   what is hashed, and in which shape: no other hash of ours begins alike
 *   u16 length, stream kind         ASCII
 *   u16 length, stream id           ASCII
 *   u64 version                     its place in the stream
 *   u64 position                    its place in the journal
 *   i64 recorded at                 seconds since 1970
 *   u16 length, payload type        ASCII
 *   u32 schema version
 *   u32 length, content             UTF-8
 *   32 bytes                        the hash of the event before it in the stream, or zeros
 * </pre>
 *
 * <p>All that is told of an event is hashed, and every part has its length or a fixed one, so that no two events share their
 * bytes. A change of this shape takes a new first line.
 */
public final class EventHash {

    /** Stands for the hash before the first event of a stream. */
    public static final Bytes32 NONE = Bytes32.ZERO;

    private static final byte[] DOMAIN = "mandate/journal/event/v1\0".getBytes(StandardCharsets.US_ASCII);

    private EventHash() {}

    /** The hash that {@code event} must have by its other parts; where it has another, somebody changed it. */
    public static Bytes32 of(RecordedEvent event) {
        return of(
                event.stream(),
                event.version(),
                event.position(),
                event.recordedAt(),
                event.payload(),
                event.previous());
    }

    /** The hash of the event with these parts. */
    public static Bytes32 of(
            StreamId stream, long version, long position, UnixTime recordedAt, Payload payload, Bytes32 previous) {
        byte[] kind = stream.kind().getBytes(StandardCharsets.US_ASCII);
        byte[] id = stream.id().getBytes(StandardCharsets.US_ASCII);
        byte[] type = payload.type().getBytes(StandardCharsets.US_ASCII);
        byte[] content = payload.content().getBytes(StandardCharsets.UTF_8);
        int numbers = 3 * Short.BYTES + 3 * Long.BYTES + 2 * Integer.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(
                DOMAIN.length + kind.length + id.length + type.length + content.length + numbers + Bytes32.LENGTH);
        bytes.put(DOMAIN);
        bytes.putShort((short) kind.length).put(kind);
        bytes.putShort((short) id.length).put(id);
        bytes.putLong(version).putLong(position).putLong(recordedAt.seconds());
        bytes.putShort((short) type.length).put(type);
        bytes.putInt(payload.schemaVersion());
        bytes.putInt(content.length).put(content);
        bytes.put(previous.toArray());
        return Sha256.of(bytes.array());
    }
}
