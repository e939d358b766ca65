package dev.mandate.domain.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Signature.Problem;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class SignatureTest {

    @Test
    void aSignatureIsReadFromTheTextThatItGives() {
        byte[] bytes = new byte[Signature.LENGTH];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (3 * i - 50);
        }
        Signature signature = new Signature(Bytes.of(bytes));

        assertEquals(Either.right(signature), Signature.parse(signature.toString()));
        assertEquals(Either.right(Signature.EMPTY), Signature.parse("1".repeat(Signature.LENGTH)));
    }

    @Test
    void otherTextsAreNone() {
        assertEquals(Either.left(new Problem.WrongLength(32)), Signature.parse("1".repeat(32)));
        assertEquals(Either.left(new Problem.WrongLength(65)), Signature.parse("1".repeat(65)));
        assertEquals(
                Either.left(new Problem.NotBase58(new Base58.Problem.ForeignCharacter(1))), Signature.parse("10"));
        assertEquals(Either.left(new Problem.NotBase58(new Base58.Problem.Empty())), Signature.parse(""));
    }
}
