package dev.mandate.solana.wire;

/**
 * How a message's static keys divide into roles. They stand in the order writable signers, readonly signers, writable
 * others, readonly others.
 *
 * @param requiredSignatures how many of the first keys must sign; at least 1
 * @param readonlySigned how many of those, the last ones, are readonly; fewer than all, for the fee payer is written to
 * @param readonlyUnsigned how many of the other keys, the last ones, are readonly
 */
public record MessageHeader(int requiredSignatures, int readonlySigned, int readonlyUnsigned) {

    int writableSigned() {
        return requiredSignatures - readonlySigned;
    }
}
