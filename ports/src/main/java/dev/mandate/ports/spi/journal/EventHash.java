package dev.mandate.ports.spi.journal;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The hash of an event, the same in every store. It is SHA-256 (FIPS 180-4) of these fields in this order, with big-endian numbers:
 *
 * <pre>
 *   "mandate/journal/event/v1" 00   domain separator: no other hash of ours starts with it
 *   u16 length, stream kind         ASCII
 *   u16 length, stream id           ASCII
 *   u64 version                     its place in the stream
 *   u64 position                    its place in the journal
 *   i64 recorded at                 seconds since 1970
 *   u16 length, payload type        ASCII
 *   u32 schema version
 *   u32 length, content             UTF-8
 *   32 bytes                        the hash of the previous event in the stream, or zeros
 * </pre>
 *
 * <p>The hash covers every component of the event. Every field has a fixed length or a length prefix, so that two different events
 * never have the same bytes. A change of this format needs a new domain separator.
 */
public final class EventHash {

    /** The previous hash of the first event of a stream. */
    public static final Bytes32 NONE = Bytes32.ZERO;

    private static final byte[] DOMAIN = "mandate/journal/event/v1\0".getBytes(StandardCharsets.US_ASCII);

    private EventHash() {}

    /** Computes the hash of {@code event} from its other components. If the stored hash differs, somebody changed the event. */
    public static Bytes32 of(RecordedEvent event) {
        return of(
                event.stream(),
                event.version(),
                event.position(),
                event.recordedAt(),
                event.payload(),
                event.previous());
    }

    /** Computes the hash of the event with these components. */
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
