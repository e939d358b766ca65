package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferEntry;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TransferCursorsTest {

    private static final Signature ONE = signature(255);
    private static final Signature OTHER = signature(7);
    private static final Address LONGEST = Address.of(ONE.bytes(), 0);

    @Test
    void anEntryThatNobodyCanReadSaysSo() {
        assertEquals(
                "{\"unreadable\":true,\"signature\":\"%s\",\"slot\":5}".formatted(ONE),
                TransferObjects.entry(new TransferEntry.Unreadable(ONE, 5)).toString());
    }

    @Test
    void writtenCursorsAreReadBack() {
        for (Option<Signature> newer : Array.of(Option.<Signature>none(), Option.some(OTHER))) {
            for (InstructionPosition position :
                    Array.of(InstructionPosition.outer(0), InstructionPosition.outer(63), InstructionPosition.inner(2, 300))) {
                for (long slot : new long[] {0, 1, 400_000_000_000L}) {
                    for (int reading : new int[] {0, 1, TransferCursor.MOST_READING}) {
                        TransferCursor.Group group =
                                new TransferCursor.Group(Option.when(reading != 1, LONGEST), Option.when(reading > 0, LONGEST));
                        TransferCursor cursor = new TransferCursor(newer, slot, ONE, position, Array.fill(reading, LONGEST), group);
                        String text = TransferCursors.write(cursor);

                        assertEquals(Option.some(cursor), TransferCursors.read(text));
                        assertTrue(text.length() <= 2_048, text);
                        assertTrue(text.matches("[A-Za-z0-9.-]+"), "it stands in a query as it is");
                    }
                }
            }
        }
    }

    @Test
    void otherTextsAreNoCursor() {
        String right = TransferCursors.write(
                new TransferCursor(Option.some(OTHER), 5, ONE, InstructionPosition.inner(2, 3), Array.empty(), TransferCursor.Group.ALL));
        for (String wrong : Array.of(
                "", "x", "-", right + ".", right + ".x", right + ("." + LONGEST).repeat(TransferCursor.MOST_READING + 1), "." + right, right + "x", "0" + right, "-" + right, right.replace("5.", "."),
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
