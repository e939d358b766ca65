package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * The bytes of an anchor: ASCII lines, the words of a line with a blank between. Hashes are hexadecimal, times seconds since
 * 1970.
 *
 * <pre>
 *   mandate-anchor-v1
 *   journal ID
 *   restored                                              only for a restored journal
 *   checkpoint NUMBER HASH POSITION SIGNED-AT KIND=COUNT… one for each, in order
 *   newest POSITION KIND ID VERSION HASH RECORDED-AT      if there is one
 *   ended KIND ID AT                                      one for each, in order
 *   log-key KEY                                           if the operator's secret was replaced
 *   sum HASH                                              SHA-256 of the lines above
 * </pre>
 */
public final class AnchorCodec {

    private static final String BEGIN = "mandate-anchor-v1";

    private AnchorCodec() {}

    /** The bytes of {@code anchor}. */
    public static Bytes write(Anchor anchor) {
        StringBuilder out = new StringBuilder(BEGIN).append("\njournal ").append(anchor.journal()).append('\n');
        if (anchor.origin() == Anchor.Origin.RESTORED) {
            out.append("restored\n");
        }
        anchor.checkpoints().forEach(checkpoint -> line(out, "checkpoint")
                .append(checkpoint.number()).append(' ').append(hex(checkpoint.hash())).append(' ')
                .append(checkpoint.position()).append(' ').append(checkpoint.signedAt().seconds())
                .append(checkpoint.events().toArray().sortBy(of -> of._1).map(of -> " " + of._1 + "=" + of._2).mkString())
                .append('\n'));
        anchor.newest().forEach(event -> line(out, "newest")
                .append(event.position()).append(' ').append(stream(event.head().stream())).append(' ')
                .append(event.head().version()).append(' ').append(hex(event.head().hash())).append(' ')
                .append(event.recordedAt().seconds()).append('\n'));
        anchor.ended().toArray()
                .sorted(Comparator.comparing(of -> stream(of._1)))
                .forEach(of -> line(out, "ended").append(stream(of._1)).append(' ').append(of._2.seconds()).append('\n'));
        anchor.logKey().forEach(key -> line(out, "log-key").append(hex(key)).append('\n'));
        return ascii(out + "sum " + hex(Sha256.of(ascii(out.toString()))) + "\n");
    }

    private static StringBuilder line(StringBuilder out, String word) {
        return out.append(word).append(' ');
    }

    private static String stream(StreamId stream) {
        return stream.kind() + " " + stream.id();
    }

    /** Parses an anchor; none if the bytes are not those of one. */
    public static Option<Anchor> read(Bytes bytes) {
        try {
            Anchor read = read(Array.of(new String(bytes.toArray(), StandardCharsets.US_ASCII).split("\n")));
            // Also compares the sum.
            return Option.when(write(read).equals(bytes), read);
        } catch (IllegalArgumentException | IndexOutOfBoundsException notAnAnchor) {
            return Option.none();
        }
    }

    private static Anchor read(Array<String> lines) {
        Array<Array<String>> words = lines.map(line -> Array.of(line.split(" ")));
        return new Anchor(
                new JournalId(hash(words.get(1).get(1))),
                words.exists(line -> line.head().equals("restored")) ? Anchor.Origin.RESTORED : Anchor.Origin.OWN,
                of(words, "checkpoint").map(AnchorCodec::checkpoint),
                of(words, "newest").headOption().map(AnchorCodec::event),
                HashMap.ofEntries(of(words, "ended").map(line -> Tuple.of(stream(line, 1), time(line.get(3))))),
                of(words, "log-key").headOption().map(line -> hash(line.get(1))));
    }

    private static Array<Array<String>> of(Array<Array<String>> words, String kind) {
        return words.filter(line -> line.head().equals(kind));
    }

    private static AnchoredCheckpoint checkpoint(Array<String> line) {
        Map<String, Long> events = HashMap.ofEntries(line.drop(5).map(of -> {
            String[] parts = of.split("=", 2);
            return Tuple.of(parts[0], Long.valueOf(parts[1]));
        }));
        return new AnchoredCheckpoint(
                Long.parseLong(line.get(1)), hash(line.get(2)), Long.parseLong(line.get(3)), time(line.get(4)), events);
    }

    private static AnchoredEvent event(Array<String> line) {
        StreamHead head = new StreamHead(stream(line, 2), Long.parseLong(line.get(4)), hash(line.get(5)));
        return new AnchoredEvent(Long.parseLong(line.get(1)), head, time(line.get(6)));
    }

    private static StreamId stream(Array<String> line, int at) {
        return new StreamId(line.get(at), line.get(at + 1));
    }

    private static UnixTime time(String seconds) {
        return new UnixTime(Long.parseLong(seconds));
    }

    private static Bytes32 hash(String hex) {
        return Bytes32.of(Bytes.ofHex(hex).toArray());
    }

    private static String hex(Bytes32 hash) {
        return Bytes.of(hash.toArray()).toHex();
    }

    private static Bytes ascii(String text) {
        return Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
    }
}
