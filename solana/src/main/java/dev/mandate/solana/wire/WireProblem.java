package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.solana.bytes.ReadProblem;

/** Why bytes are not a transaction or a message. Offsets count from 0 at the first byte that was given. */
public sealed interface WireProblem {

    /**
     * Longer than the network carries.
     *
     * @param length in bytes; of a message that was read alone, together with the signature slots that it needs
     */
    record TooLong(int length, int limit) implements WireProblem {}

    /** The bytes are not in the form of a message. */
    record Malformed(ReadProblem cause) implements WireProblem {}

    /**
     * A format other than legacy and 0. Format 1 has its version before all else in a transaction; the others have it
     * before the message.
     *
     * @param offset of the version's byte
     */
    record UnknownVersion(int offset, int version) implements WireProblem {}

    /** As many signatures as the message wants must stand before it, if only as empty slots. */
    record SignatureCountMismatch(int signatures, int requiredSignatures) implements WireProblem {}

    /** No key is left that is both signer and writable, hence none that could pay. */
    record NoFeePayer(MessageHeader header) implements WireProblem {}

    /** The header speaks of more keys than the message holds. */
    record HeaderExceedsKeys(MessageHeader header, int staticKeys) implements WireProblem {}

    /**
     * The same key twice among the static ones; the runtime refuses it as an account loaded twice.
     *
     * @param first the position at which it stands first
     * @param second the position at which it stands again
     */
    record DuplicateKey(Address key, int first, int second) implements WireProblem {}

    /**
     * An instruction calls a key that can't be a program: the fee payer (index 0), a key from a lookup table, or none.
     *
     * @param instruction zero-based
     * @param staticKeys programs stand at 1 up to below this number
     */
    record ProgramIndexOutOfRange(int instruction, int programIndex, int staticKeys) implements WireProblem {}

    /**
     * An instruction names an account that the message doesn't have.
     *
     * @param instruction zero-based
     * @param position zero-based, among that instruction's accounts
     * @param keys how many keys there are, loaded ones included
     */
    record AccountIndexOutOfRange(int instruction, int position, int accountIndex, int keys) implements WireProblem {}

    /** More keys, loaded ones included, than a one-byte index reaches. */
    record TooManyKeys(int keys, int limit) implements WireProblem {}

    /**
     * A lookup that loads nothing.
     *
     * @param lookup zero-based, among the message's lookups
     */
    record EmptyLookup(int lookup, Address table) implements WireProblem {}

    /**
     * An entry of a table that is loaded twice. Naming a table in two lookups is allowed, as by the runtime, so long as the
     * entries differ.
     *
     * @param entry zero-based, in the table
     */
    record DuplicateLookup(Address table, int entry) implements WireProblem {}
}
