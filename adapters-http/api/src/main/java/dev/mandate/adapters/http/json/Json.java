package dev.mandate.adapters.http.json;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Strict JSON (RFC 8259). Ambiguous input, such as a duplicate name, is refused. */
public final class Json {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_LENGTH = 64;
    private static final int MAX_NAME_LENGTH = 1_024;

    private static final String BEYOND_BOUNDS = String.format(
            Locale.ROOT,
            "The body goes beyond what is read, which is %d objects and arrays within each other, %d digits in a number and %,d characters in a name",
            MAX_DEPTH,
            MAX_NUMBER_LENGTH,
            MAX_NAME_LENGTH);

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .maxNameLength(MAX_NAME_LENGTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    /** Returns a new object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns an array of texts. */
    public static ArrayNode texts(Seq<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(texts.size());
        texts.forEach(array::add);
        return array;
    }

    /** Returns an array of objects. */
    public static ArrayNode array(Seq<ObjectNode> objects) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(objects.size());
        objects.forEach(array::add);
        return array;
    }

    /** Parses the object in {@code body}, which must be UTF-8. */
    public static Either<Failure, ObjectNode> parseObject(Bytes body) {
        byte[] text = body.toArray();
        if (isInAnotherEncoding(text) || !isUtf8(text)) {
            return Either.left(Failure.of(ServerCode.MALFORMED_JSON, "The body must be UTF-8, without a byte order mark."));
        }
        try {
            JsonNode node = MAPPER.readTree(text);
            return node instanceof ObjectNode object
                    ? Either.right(object)
                    : Either.left(Failure.of(ServerCode.MALFORMED_JSON, "The body must be a JSON object."));
        } catch (JacksonException malformed) {
            return Either.left(Failure.of(ServerCode.MALFORMED_JSON, fault(malformed) + place(malformed)));
        } catch (NumberFormatException beyond) {
            // The parser throws this if an exponent exceeds an int.
            return Either.left(
                    Failure.of(ServerCode.MALFORMED_JSON, "The body holds a number with an exponent beyond all bounds."));
        } catch (RuntimeException | StackOverflowError undeclared) {
            return Either.left(Failure.of(
                    ServerCode.MALFORMED_JSON, "The body cannot be read as JSON: " + undeclared.getClass().getSimpleName() + "."));
        }
    }

    /** The parser accepts overlong encodings (forbidden by RFC 3629, section 3) and characters beyond the last one. */
    private static boolean isUtf8(byte[] text) {
        int together = 0;
        for (byte one : text) {
            together |= one;
        }
        return together >= 0 || decodes(text);
    }

    private static boolean decodes(byte[] text) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).hasRemaining();
        } catch (CharacterCodingException other) {
            return false;
        }
    }

    /** The parser would take such bytes for UTF-16 or UTF-32: a byte order mark, or a zero among the first four bytes. */
    private static boolean isInAnotherEncoding(byte[] text) {
        boolean other = text.length > 0 && text[0] < 0;
        for (int at = 0; at < Math.min(4, text.length); at++) {
            other |= text[at] == 0;
        }
        return other;
    }

    private static String fault(JacksonException malformed) {
        if (malformed instanceof StreamConstraintsException) {
            return BEYOND_BOUNDS;
        }
        return String.valueOf(malformed.getOriginalMessage()).startsWith("Duplicate")
                ? "The body names a field twice"
                : "The body is no JSON";
    }

    /** The parser's message may repeat input; the position does not. */
    private static String place(JacksonException malformed) {
        var location = malformed.getLocation();
        return location == null || location.getLineNr() < 1
                ? "."
                : ": line " + location.getLineNr() + ", column " + location.getColumnNr() + ".";
    }

    /** Returns {@code object} as UTF-8 text on one line. */
    public static Bytes write(ObjectNode object) {
        return Bytes.of(MAPPER.writeValueAsBytes(object));
    }
}
