package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.erdtman.jcs.JsonCanonicalizer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The canonical form of JSON (RFC 8785). The canonicalizer reads more than JSON, so the text is parsed strictly before. It writes half a
 * surrogate pair as a question mark, so the encoding is checked.
 */
final class CanonicalJson {

    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_DEPTH = 32;

    private static final JsonFactory STRICT = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private CanonicalJson() {}

    static Either<Malformed, Bytes> of(Bytes json) {
        if (json.length() > MAX_BYTES) {
            return Either.left(new Malformed("The JSON is longer than " + MAX_BYTES + " bytes."));
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json.toArray())).toString();
            if (!isObjectOrArray(text)) {
                return Either.left(new Malformed("The JSON is not one object or array."));
            }
            String canonical = new JsonCanonicalizer(text).getEncodedString();
            return StandardCharsets.UTF_8.newEncoder().canEncode(canonical)
                    ? Either.right(Bytes.of(canonical.getBytes(StandardCharsets.UTF_8)))
                    : Either.left(new Malformed("The JSON has half a surrogate pair."));
        } catch (IOException | RuntimeException | StackOverflowError malformed) {
            return Either.left(new Malformed("The text is not JSON, or has a duplicate name, a number beyond"
                    + " a double or more than " + MAX_DEPTH + " levels."));
        }
    }

    private static boolean isObjectOrArray(String text) {
        try (JsonParser parser = STRICT.createParser(ObjectReadContext.empty(), text)) {
            boolean structure = parser.nextToken() != null && parser.currentToken().isStructStart();
            parser.skipChildren();
            return structure && parser.nextToken() == null;
        }
    }
}
