package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.api.transfer.TransferCursor;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TransferCursorsTest {

    private static final Signature ONE = signature(255);
    private static final Signature OTHER = signature(7);

    @Test
    void writtenCursorsAreReadBack() {
        for (Option<Signature> newer : Array.of(Option.<Signature>none(), Option.some(OTHER))) {
            for (InstructionPosition position :
                    Array.of(InstructionPosition.outer(0), InstructionPosition.outer(63), InstructionPosition.inner(2, 300))) {
                for (long slot : new long[] {0, 1, 400_000_000_000L}) {
                    TransferCursor cursor = new TransferCursor(newer, slot, ONE, position);
                    String text = TransferCursors.write(cursor);

                    assertEquals(Option.some(cursor), TransferCursors.read(text));
                    assertTrue(text.length() <= 256, text);
                    assertTrue(text.matches("[A-Za-z0-9.-]+"), "it stands in a query as it is");
                }
            }
        }
    }

    @Test
    void otherTextsAreNoCursor() {
        String right = TransferCursors.write(
                new TransferCursor(Option.some(OTHER), 5, ONE, InstructionPosition.inner(2, 3)));
        for (String wrong : Array.of(
                "", "x", "-", right + ".", "." + right, right + "x", "0" + right, "-" + right, right.replace("5.", "."),
                right.replace(".2.", ".02."), right.replace(".3.", ".-1."), right.replace(".3.", "."),
                right.replace(ONE.toString(), "1"), right.replace(OTHER.toString(), "0"),
                right.replace("5.", "99999999999999999999."))) {
            assertEquals(Option.none(), TransferCursors.read(wrong), wrong);
        }
    }

    private static Signature signature(int fill) {
        byte[] bytes = new byte[Signature.LENGTH];
        Arrays.fill(bytes, (byte) fill);
        return new Signature(Bytes.of(bytes));
    }
}
