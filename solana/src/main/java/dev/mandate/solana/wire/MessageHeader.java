package dev.mandate.solana.wire;

import dev.mandate.solana.bytes.ByteWriter;

/**
 * The roles of a message's static keys. They stand in this order: writable signers, readonly signers, writable others, readonly
 * others.
 *
 * @param requiredSignatures the number of signers, the first keys; at least 1
 * @param readonlySigned the number of readonly signers, the last of the signers; less than {@code requiredSignatures}, because
 * the fee payer is writable
 * @param readonlyUnsigned the number of readonly keys that do not sign, the last of all keys
 */
public record MessageHeader(int requiredSignatures, int readonlySigned, int readonlyUnsigned) {

    void write(ByteWriter out) {
        out.u8(requiredSignatures);
        out.u8(readonlySigned);
        out.u8(readonlyUnsigned);
    }

    int writableSigned() {
        return requiredSignatures - readonlySigned;
    }
}
