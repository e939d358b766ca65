package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.bytes.ReadProblem;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * The compiled message of a vault transaction.
 *
 * <p>It has two encodings with the same content. In the <i>argument</i> form, as an instruction passes it, lists have one-byte
 * lengths and data has a two-byte length. In the <i>stored</i> form, as the account holds it, every length takes four bytes.
 * The keys stand in this order: writable signers, other signers, other writable keys, the rest. The vault is one of the
 * signers.
 *
 * @param numSigners the number of signers, 0 to 255; they are the first keys
 * @param numWritableSigners the number of signers that are writable
 * @param numWritableNonSigners the number of keys after the signers that are writable
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

    /** The greatest number of keys, of instructions and of lookups. */
    public static final int MAX_ELEMENTS = Unsigned.U8_MAX;

    /** Building a transaction parses its message about eight times: for signers, tables, sizes and accounts. */
    private static final BoundedCache<Bytes, Either<ReadProblem, TransactionMessage>> PARSED = new BoundedCache<>(6);

    public TransactionMessage {
        Unsigned.requireU8(numSigners);
        Unsigned.requireU8(numWritableSigners);
        Unsigned.requireU8(numWritableNonSigners);
        Unsigned.requireU8(accountKeys.length());
        Unsigned.requireU8(instructions.length());
        Unsigned.requireU8(lookups.length());
    }

    /** Parses the argument form; refuses bytes that follow. */
    public static Either<ReadProblem, TransactionMessage> parseArgument(Bytes argument) {
        ByteReader in = new ByteReader(argument);
        return in.finish(MessageForm.ARGUMENT.read(in));
    }

    /** Parses the argument form as the program does: it ignores bytes that follow. */
    public static Either<ReadProblem, TransactionMessage> parseArgumentPrefix(Bytes argument) {
        return PARSED.find(argument, TransactionMessage::parsePrefix);
    }

    /** The content that a message in argument form is, read as the program does: it ignores bytes that follow. */
    public static TransactionContent content(int vaultIndex, Bytes argument) {
        return parseArgumentPrefix(argument)
                .<TransactionContent>map(message -> new TransactionContent.VaultInstructions(vaultIndex, message.toArgument()))
                .getOrElseGet(problem -> new TransactionContent.Opaque("not a stored message: " + problem, argument));
    }

    private static Either<ReadProblem, TransactionMessage> parsePrefix(Bytes argument) {
        ByteReader in = new ByteReader(argument);
        return in.finishPrefix(MessageForm.ARGUMENT.read(in));
    }

    /** Reads the stored form inside an account. Refuses a list that is too long for the argument form. */
    public static TransactionMessage readStored(ByteReader in) {
        return MessageForm.STORED.read(in);
    }

    /** Encodes the argument form. */
    public Bytes toArgument() {
        return ByteWriter.write(out -> MessageForm.ARGUMENT.write(this, out));
    }

    /** Writes the stored form. */
    public void writeStored(ByteWriter out) {
        MessageForm.STORED.write(this, out);
    }

    /** Returns the length of the stored form, in bytes. */
    public int storedBytes() {
        return ByteWriter.write(this::writeStored).length();
    }

    /** Returns the message if the program accepts it when the transaction is created: all counts and indexes are within bounds. */
    public Either<ProgramError, TransactionMessage> validated() {
        boolean counted = numSigners <= accountKeys.length()
                && numWritableSigners <= numSigners
                && numWritableNonSigners <= accountKeys.length() - numSigners;
        int keys = allKeys();
        return counted && instructions.forAll(instruction -> within(instruction, keys))
                ? Either.right(this)
                : Either.left(ProgramError.INVALID_TRANSACTION_MESSAGE);
    }

    /** Returns the number of keys, those loaded from lookup tables included. */
    public int allKeys() {
        return accountKeys.length() + lookups.map(TableLookup::loadedKeys).sum().intValue();
    }

    /** Returns whether the key at this position of {@link #accountKeys} signs the inner instructions. */
    public boolean isSigner(int position) {
        return position < numSigners;
    }

    /** Returns whether the key at this position of {@link #accountKeys} is writable. */
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
