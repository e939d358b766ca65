package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.solana.programs.LookupTableProgram;
import io.vavr.control.Either;

/**
 * Compiles a message. Its keys have a fixed order, so equal messages give equal bytes.
 *
 * <p>The order is that of {@code TransactionMessage.compileToLegacyMessage} and {@code compileToV0Message} in {@code
 * @solana/web3.js}: writable signers, readonly signers, writable others, readonly others. Within each group keys stand in order
 * of first appearance: the fee payer, then each instruction's program and its accounts. The older {@code
 * Transaction.compileMessage} sorts by base58 text and gives another order.
 *
 * <p>An account has the most rights that any instruction gives it. A key that neither signs nor is called is loaded from the
 * first table that holds it. Tables that supply no key are left out.
 */
public final class MessageCompiler {

    private MessageCompiler() {}

    /** Returns the message as it is signed and sent, or why it cannot be compiled. */
    public static Either<CompileProblem, CompiledMessage> compile(Message message) {
        int invoked = message.instructions().indexWhere(one -> one.program().equals(message.feePayer()));
        if (invoked >= 0) {
            return Either.left(new CompileProblem.FeePayerInvoked(invoked));
        }
        // A message that is far too long is refused early: its lengths might have no compact form.
        long least = 0;
        for (Instruction instruction : message.instructions()) {
            least += 1 + instruction.accounts().size() + instruction.data().length();
        }
        if (least > WireTransaction.MAX_LENGTH) {
            return tooLong((int) Math.min(least, Integer.MAX_VALUE));
        }
        KeyPlacement keys = new KeyPlacement(message.feePayer(), message.instructions(), false);
        if (keys.size() > CompiledMessage.MAX_KEYS) {
            return Either.left(new CompileProblem.TooManyKeys(keys.size(), CompiledMessage.MAX_KEYS));
        }
        for (LookupTable table : message.lookupTables()) {
            if (table.entries().size() > LookupTableProgram.MAX_ENTRIES) {
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
                keys.instructions(),
                keys.lookups());
        int length = WireTransaction.lengthWith(compiled);
        return length > WireTransaction.MAX_LENGTH ? tooLong(length) : Either.right(compiled);
    }

    private static Either<CompileProblem, CompiledMessage> tooLong(int length) {
        return Either.left(new CompileProblem.TooLong(length, WireTransaction.MAX_LENGTH));
    }
}
