package dev.mandate.solana.wire;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.Arrays;

/**
 * Compiles a message, with its keys in one fixed order, so that equal messages always give equal bytes.
 *
 * <p>The order is the one of {@code TransactionMessage.compileToLegacyMessage} and {@code compileToV0Message} in
 * {@code @solana/web3.js} (its older {@code Transaction.compileMessage} sorts by base58 text instead, which this does not):
 * writable signers, readonly signers, writable others, readonly others, and within each by first appearance, where the fee
 * payer comes first, then each instruction's program and its accounts. An account has the most rights that any instruction
 * gives it. A key that neither signs nor is called is loaded from the first table that holds it; tables that give nothing are
 * left out.
 */
public final class MessageCompiler {

    private static final int MAX_TABLE_ENTRIES = 256;

    private final Message message;
    private final KeyPlacement keys = new KeyPlacement();
    /** For each instruction the numbers of its program and its accounts, one after the other. */
    private int[] references = new int[64];
    private int referenced;
    private int dataLength;

    private MessageCompiler(Message message) {
        this.message = message;
    }

    /** The message as it is signed and sent, or why it can't be. */
    public static Either<CompileProblem, CompiledMessage> compile(Message message) {
        return new MessageCompiler(message).compile();
    }

    private Either<CompileProblem, CompiledMessage> compile() {
        int feePayer = keys.grant(message.feePayer(), KeyPlacement.SIGNER | KeyPlacement.WRITABLE);
        int position = 0;
        for (Instruction instruction : message.instructions()) {
            int program = keys.grant(instruction.program(), KeyPlacement.INVOKED);
            if (program == feePayer) {
                return Either.left(new CompileProblem.FeePayerInvoked(position));
            }
            collect(instruction, program);
            position++;
        }
        // Far too long a message is turned away before it is assembled: its lengths might not even have a compact form.
        if (referenced + dataLength > WireTransaction.MAX_LENGTH) {
            return tooLong(referenced + dataLength);
        }
        if (keys.size() > CompiledMessage.MAX_KEYS) {
            return Either.left(new CompileProblem.TooManyKeys(keys.size(), CompiledMessage.MAX_KEYS));
        }
        for (LookupTable table : message.lookupTables()) {
            if (table.entries().size() > MAX_TABLE_ENTRIES) {
                return Either.left(
                        new CompileProblem.LookupTableTooLong(table.table(), table.entries().size()));
            }
        }
        keys.place(message.lookupTables());
        CompiledMessage compiled = new CompiledMessage(
                message.version(),
                keys.header(),
                keys.staticKeys(),
                message.lifetime(),
                instructions(),
                keys.lookups());
        int length = WireTransaction.lengthWith(compiled);
        return length > WireTransaction.MAX_LENGTH ? tooLong(length) : Either.right(compiled);
    }

    private static Either<CompileProblem, CompiledMessage> tooLong(int length) {
        return Either.left(new CompileProblem.TooLong(length, WireTransaction.MAX_LENGTH));
    }

    private void collect(Instruction instruction, int program) {
        refer(program);
        for (AccountMeta account : instruction.accounts()) {
            refer(keys.grant(
                    account.address(),
                    (account.signer() ? KeyPlacement.SIGNER : 0) | (account.writable() ? KeyPlacement.WRITABLE : 0)));
        }
        dataLength = Math.addExact(dataLength, instruction.data().length());
    }

    private void refer(int number) {
        if (referenced == references.length) {
            references = Arrays.copyOf(references, 2 * references.length);
        }
        references[referenced++] = number;
    }

    private Array<CompiledInstruction> instructions() {
        CompiledInstruction[] compiled = new CompiledInstruction[message.instructions().size()];
        int reference = 0;
        int position = 0;
        for (Instruction instruction : message.instructions()) {
            int program = keys.placeOf(references[reference++]);
            byte[] accounts = new byte[instruction.accounts().size()];
            for (int i = 0; i < accounts.length; i++) {
                accounts[i] = (byte) keys.placeOf(references[reference++]);
            }
            compiled[position++] = new CompiledInstruction(program, Bytes.of(accounts), instruction.data());
        }
        return Array.of(compiled);
    }
}
