package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * What a vault transaction does, in compiled form.
 *
 * <p>It has two spellings with the same content: as the <i>argument</i> of an instruction lists have lengths of one byte and data a
 * length of two; as <i>stored</i> in the account every length takes four. Keys stand in the order writable signers, other signers,
 * other writable, the rest; the vault is a signer of it.
 *
 * @param numSigners how many keys from the first sign, 0 to 255
 * @param numWritableSigners how many of these may be changed
 * @param numWritableNonSigners how many of the keys after the signers may be changed
 * @param accountKeys 255 at most
 * @param instructions 255 at most
 * @param lookups 255 at most
 */
public record TransactionMessage(
        int numSigners,
        int numWritableSigners,
        int numWritableNonSigners,
        Seq<Address> accountKeys,
        Seq<CompiledInstruction> instructions,
        Seq<TableLookup> lookups) {

    /** How many keys, instructions or lookups there may be. */
    public static final int MAX_ELEMENTS = Unsigned.U8_MAX;

    public TransactionMessage {
        Unsigned.requireU8(numSigners);
        Unsigned.requireU8(numWritableSigners);
        Unsigned.requireU8(numWritableNonSigners);
        Unsigned.requireU8(accountKeys.length());
        Unsigned.requireU8(instructions.length());
        Unsigned.requireU8(lookups.length());
    }

    /** Reads the argument form, and nothing after it. */
    public static Either<ReadProblem, TransactionMessage> parseArgument(Bytes argument) {
        ByteReader in = new ByteReader(argument);
        return in.finish(MessageForm.ARGUMENT.read(in));
    }

    /** Reads the argument form as the program does: whatever follows it is ignored. */
    public static Either<ReadProblem, TransactionMessage> parseArgumentPrefix(Bytes argument) {
        ByteReader in = new ByteReader(argument);
        return in.finishPrefix(MessageForm.ARGUMENT.read(in));
    }

    /** Reads the stored form where it stands in an account. A list longer than the argument form can spell is refused. */
    public static TransactionMessage readStored(ByteReader in) {
        return MessageForm.STORED.read(in);
    }

    /** The argument form. */
    public Bytes toArgument() {
        return ByteWriter.write(out -> MessageForm.ARGUMENT.write(this, out));
    }

    /** The stored form. */
    public void writeStored(ByteWriter out) {
        MessageForm.STORED.write(this, out);
    }

    /** How many bytes the stored form takes. */
    public int storedBytes() {
        return ByteWriter.write(this::writeStored).length();
    }

    /** The message, if the program takes it when the transaction is created: every count and index within bounds. */
    public Either<ProgramError, TransactionMessage> validated() {
        boolean counted = numSigners <= accountKeys.length()
                && numWritableSigners <= numSigners
                && numWritableNonSigners <= accountKeys.length() - numSigners;
        int keys = allKeys();
        return counted && instructions.forAll(instruction -> within(instruction, keys))
                ? Either.right(this)
                : Either.left(ProgramError.INVALID_TRANSACTION_MESSAGE);
    }

    /** How many keys there are with those that the lookups load. */
    public int allKeys() {
        return accountKeys.length() + lookups.map(TableLookup::loadedKeys).sum().intValue();
    }

    /** Whether the key at this position of {@link #accountKeys} signs the inner call. */
    public boolean isSigner(int position) {
        return position < numSigners;
    }

    /** Whether the key at this position of {@link #accountKeys} may be changed. */
    public boolean isWritable(int position) {
        return position < numSigners
                ? position < numWritableSigners
                : position < numSigners + numWritableNonSigners && position < accountKeys.length();
    }

    private static boolean within(CompiledInstruction instruction, int keys) {
        if (instruction.programIndex() >= keys) {
            return false;
        }
        for (int i = 0; i < instruction.accountIndexes().length(); i++) {
            if (instruction.accountIndex(i) >= keys) {
                return false;
            }
        }
        return true;
    }
}
