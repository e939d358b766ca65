package dev.mandate.solana.decode;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes as text. */
final class Texts {

    private Texts() {}

    /** The text; none if the bytes are not UTF-8. */
    static Option<String> utf8(Bytes bytes) {
        try {
            return Option.some(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toArray())).toString());
        } catch (CharacterCodingException notText) {
            return Option.none();
        }
    }
}
