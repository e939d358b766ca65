package dev.mandate.testkit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.Checkpoint;
import dev.mandate.ports.spi.audit.CheckpointCodec;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A script in another language computed the expected bytes from the table in {@link CheckpointCodec}. */
class CheckpointCodecTest {

    private static final String BYTES = ""
            + "6d616e646174652f6a6f75726e616c2f636865636b706f696e742f763100000000000000000200010203040506070809"
            + "0a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0000000000000009000000006b49d20000000001000d736d6172"
            + "742d6163636f756e740005616c70686100000000000000023fc7656230e62e1960b75d1fdad864f2e8edcd9e07fb0cea"
            + "8ede0c8643f14fc1";
    private static final StreamHead ALPHA = new StreamHead(
            new StreamId("smart-account", "alpha"),
            2,
            Bytes32.of(Bytes.ofHex("3fc7656230e62e1960b75d1fdad864f2e8edcd9e07fb0cea8ede0c8643f14fc1").toArray()));
    private static final Checkpoint CHECKPOINT = new Checkpoint(
            2,
            Bytes32.of(Bytes.ofHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").toArray()),
            9,
            new UnixTime(1_800_000_000),
            Array.of(ALPHA));

    @Test
    void aCheckpointHasTheBytesOfTheTableAndTheirHash() {
        assertEquals(BYTES, CHECKPOINT.bytes().toHex());
        assertEquals(
                "e8bf54acd0754f45ab14f2be65ddf3ea245cdd31efbf82be342f8f4019e1ff27",
                Bytes.of(CHECKPOINT.hash().toArray()).toHex());
    }

    @Test
    void anEncodedCheckpointIsReadBack() {
        assertEquals(Option.some(CHECKPOINT), CheckpointCodec.read(Bytes.ofHex(BYTES)));
    }

    @Test
    void alteredBytesAreNoCheckpoint() {
        byte[] whole = CHECKPOINT.bytes().toArray();
        for (int length = 0; length < whole.length; length++) {
            assertEquals(Option.none(), CheckpointCodec.read(Bytes.of(whole, 0, length)));
        }
        assertEquals(Option.none(), CheckpointCodec.read(Bytes.of(Arrays.copyOf(whole, whole.length + 1))));
        whole[0] ^= 1;
        assertEquals(Option.none(), CheckpointCodec.read(Bytes.of(whole)));
    }

    @Test
    void headsAreInOrderAndEachOfItsOwnStream() {
        StreamHead beta = new StreamHead(new StreamId("smart-account", "beta"), 1, Bytes32.ZERO);
        UnixTime at = CHECKPOINT.signedAt();
        assertEquals(2, new Checkpoint(1, Checkpoint.NONE, 9, at, Array.of(ALPHA, beta)).heads().size());
        for (Array<StreamHead> heads : Array.of(Array.of(beta, ALPHA), Array.of(beta, beta), Array.<StreamHead>empty())) {
            assertThrows(IllegalArgumentException.class, () -> new Checkpoint(1, Checkpoint.NONE, 9, at, heads));
        }
    }
}
