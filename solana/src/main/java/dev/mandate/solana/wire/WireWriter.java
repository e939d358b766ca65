package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;

/** Writes to an array that has exactly the room. */
final class WireWriter {

    private final byte[] target;
    private int offset;

    WireWriter(int length) {
        target = new byte[length];
    }

    void u8(int value) {
        target[offset++] = (byte) value;
    }

    void length(int length) {
        int rest = length;
        while (rest >= 0x80) {
            target[offset++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[offset++] = (byte) rest;
    }

    void bytes32(Bytes32 bytes) {
        bytes.copyTo(target, offset);
        offset += Bytes32.LENGTH;
    }

    void bytes(Bytes bytes) {
        bytes.copyTo(target, offset);
        offset += bytes.length();
    }

    void bytesWithLength(Bytes bytes) {
        length(bytes.length());
        bytes(bytes);
    }

    Bytes written() {
        if (offset != target.length) {
            throw new IllegalStateException("wrote " + offset + " of " + target.length + " bytes");
        }
        return Bytes.of(target);
    }
}
