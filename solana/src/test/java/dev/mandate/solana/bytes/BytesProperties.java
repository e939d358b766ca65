package dev.mandate.solana.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Reading inside the bytes returns their content. Reading beyond them fails. */
class BytesProperties {

    @Property
    void numbersAreReadLowestByteFirst(@ForAll @Size(min = 8, max = 40) byte[] content, @ForAll @IntRange(max = 40) int offset) {
        Bytes bytes = Bytes.of(content);
        ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        if (offset <= content.length - Long.BYTES) {
            assertEquals(buffer.getLong(offset), bytes.longAt(offset));
        } else {
            assertThrows(IndexOutOfBoundsException.class, () -> bytes.longAt(offset));
        }
        if (offset <= content.length - Integer.BYTES) {
            assertEquals(buffer.getInt(offset), bytes.intAt(offset));
        } else {
            assertThrows(IndexOutOfBoundsException.class, () -> bytes.intAt(offset));
        }
    }

    @Property
    void aSliceIsTheBytesFromThere(
            @ForAll @Size(max = 40) byte[] content,
            @ForAll @IntRange(max = 40) int offset,
            @ForAll @IntRange(max = 40) int length) {
        Bytes bytes = Bytes.of(content);
        if (offset + length <= content.length) {
            assertEquals(Bytes.of(Arrays.copyOfRange(content, offset, offset + length)), bytes.slice(offset, length));
        } else {
            assertThrows(IndexOutOfBoundsException.class, () -> bytes.slice(offset, length));
        }
    }

    @Property
    void overwritingKeepsTheRemainingBytes(@ForAll @Size(max = 20) byte[] above, @ForAll @Size(max = 20) byte[] below) {
        Bytes longer = Bytes.of(below);
        if (above.length <= below.length) {
            byte[] both = below.clone();
            System.arraycopy(above, 0, both, 0, above.length);
            assertEquals(Bytes.of(both), Bytes.of(above).over(longer));
            assertEquals(Bytes.of(below), longer);
        } else {
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes.of(above).over(longer));
        }
    }

    @Property
    void thirtyTwoBytesAreTheSameFromEitherSource(
            @ForAll @Size(min = 32, max = 40) byte[] content, @ForAll @IntRange(max = 8) int offset) {
        if (offset + Bytes32.LENGTH <= content.length) {
            assertEquals(Bytes32.of(content, offset), Bytes32.of(Bytes.of(content), offset));
        } else {
            assertThrows(IndexOutOfBoundsException.class, () -> Bytes32.of(Bytes.of(content), offset));
        }
    }
}
