package dev.mandate.adapters.http.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.FailureCode;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import tools.jackson.databind.node.JsonNodeFactory;

class ShapesProperties {

    @Property
    void base64IsReadAsItIsWritten(@ForAll @Size(max = 40) byte[] bytes) {
        assertEquals(Either.right(Bytes.of(bytes)), read(Base64.getEncoder().encodeToString(bytes)));
    }

    /** Of all texts that a lenient decoder reads as the same bytes, only the encoder's is accepted. */
    @Property
    void onlyTheEncodersSpellingIsBase64(
            @ForAll @Size(max = 40) byte[] bytes,
            @ForAll @IntRange(max = 55) int at,
            @ForAll @CharRange(from = '+', to = 'z') char other,
            @ForAll boolean padded) {
        StringBuilder changed = new StringBuilder(Base64.getEncoder().encodeToString(bytes));
        if (at < changed.length()) {
            changed.setCharAt(at, other);
        }
        String text = padded ? changed.toString() : changed.toString().replace("=", "");
        Either<FailureCode, Bytes> expected = Try.of(() -> Base64.getDecoder().decode(text))
                .filter(decoded -> Base64.getEncoder().encodeToString(decoded).equals(text))
                .map(Bytes::of)
                .toEither(ServerCode.BAD_BASE64);

        assertEquals(expected, read(text));
    }

    private static Either<FailureCode, Bytes> read(String text) {
        return Shapes.BASE64
                .read(FieldPath.body(ObjectReader.Unknown.REFUSED).field("value"), JsonNodeFactory.instance.stringNode(text))
                .mapLeft(problems -> problems.head().code());
    }
}
