package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.bytes.ReadProblem;

/** Why bytes are not a transaction or a message. Offsets count from 0 at the first given byte. */
public sealed interface WireProblem {

    /**
     * The transaction exceeds the network's limit.
     *
     * @param length in bytes; for a message alone, its length plus the signature slots that it needs
     */
    record TooLong(int length, int limit) implements WireProblem {}

    /** The bytes are not the encoding of a message. */
    record Malformed(ReadProblem cause) implements WireProblem {}

    /**
     * The message's version is neither legacy nor 0 nor 1.
     *
     * @param offset the offset of the version's byte
     */
    record UnknownVersion(int offset, int version) implements WireProblem {}

    /**
     * Signatures stand before a message of version 1. They must stand after it.
     *
     * @param offset the offset of the message
     */
    record SignaturesBeforeMessage(int offset) implements WireProblem {}

    /**
     * The config mask of version 1 has bits that mean nothing.
     *
     * @param bits those bits
     */
    record UnknownConfigBits(int bits) implements WireProblem {}

    /** The config mask of version 1 has one of the two bits of the priority fee. */
    record HalfPriorityFee(int mask) implements WireProblem {}

    /** The heap in the config of version 1 is not 32 KiB to 256 KiB in steps of 1 KiB. */
    record HeapSize(long bytes) implements WireProblem {}

    /** More signatures than version 1 allows, the payer's included. */
    record TooManySignatures(int signatures, int limit) implements WireProblem {}

    /** More instructions than version 1 allows. */
    record TooManyInstructions(int instructions, int limit) implements WireProblem {}

    /** The number of signatures differs from the number that the message requires. An unsigned slot is zeroed, not omitted. */
    record SignatureCountMismatch(int signatures, int requiredSignatures) implements WireProblem {}

    /** No key is both signer and writable, so no key can pay the fee. */
    record NoFeePayer(MessageHeader header) implements WireProblem {}

    /** The header counts more keys than the message holds. */
    record HeaderExceedsKeys(MessageHeader header, int staticKeys) implements WireProblem {}

    /**
     * A static key occurs twice. The runtime refuses such a message (account loaded twice).
     *
     * @param first the first position
     * @param second the second position
     */
    record DuplicateKey(Address key, int first, int second) implements WireProblem {}

    /**
     * An instruction calls a key that cannot be a program: the fee payer (index 0), a key from a lookup table, or none.
     *
     * @param instruction zero-based
     * @param staticKeys the number of static keys; programs have index 1 up to below this number
     */
    record ProgramIndexOutOfRange(int instruction, int programIndex, int staticKeys) implements WireProblem {}

    /**
     * An instruction names an account that the message does not have.
     *
     * @param instruction zero-based
     * @param position zero-based, among that instruction's accounts
     * @param keys the number of keys, loaded ones included
     */
    record AccountIndexOutOfRange(int instruction, int position, int accountIndex, int keys) implements WireProblem {}

    /** There are more keys, loaded ones included, than a one-byte index can address, or than version 1 allows. */
    record TooManyKeys(int keys, int limit) implements WireProblem {}

    /**
     * A lookup loads nothing.
     *
     * @param lookup zero-based, among the message's lookups
     */
    record EmptyLookup(int lookup, Address table) implements WireProblem {}

    /**
     * An entry of a table is loaded twice. As in the runtime, two lookups may name the same table if their entries differ.
     *
     * @param entry zero-based, in the table
     */
    record DuplicateLookup(Address table, int entry) implements WireProblem {}
}
