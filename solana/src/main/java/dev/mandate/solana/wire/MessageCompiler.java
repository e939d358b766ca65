package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.solana.programs.LookupTableProgram;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Compiles a message. Its keys have a fixed order, so equal messages give equal bytes.
 *
 * <p>The order is that of {@code TransactionMessage.compileToLegacyMessage} and {@code compileToV0Message} in {@code
 * @solana/web3.js}, for each version: writable signers, readonly signers, writable others, readonly others. Within each group keys stand in order
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
        if (least > WireTransaction.maxLength(message.version())) {
            return tooLong((int) Math.min(least, Integer.MAX_VALUE), message.version());
        }
        KeyPlacement keys = new KeyPlacement(message.feePayer(), message.instructions(), false);
        int maxKeys = message.version() == MessageVersion.V1 ? Version1.MAX_KEYS : CompiledMessage.MAX_KEYS;
        if (keys.size() > maxKeys) {
            return Either.left(new CompileProblem.TooManyKeys(keys.size(), maxKeys));
        }
        for (LookupTable table : message.lookupTables()) {
            if (table.entries().size() > LookupTableProgram.MAX_ENTRIES) {
                return Either.left(
                        new CompileProblem.LookupTableTooLong(table.table(), table.entries().size()));
            }
        }
        keys.place(message.lookupTables());
        Option<CompileProblem> uncountable = message.version() == MessageVersion.V1
                ? uncountable(keys.header().requiredSignatures(), message.instructions())
                : Option.none();
        if (uncountable.isDefined()) {
            return Either.left(uncountable.get());
        }
        CompiledMessage compiled = new CompiledMessage(
                message.version(),
                keys.header(),
                keys.staticKeys(),
                message.lifetime(),
                message.config(),
                keys.instructions(),
                keys.lookups());
        int length = WireTransaction.lengthWith(compiled);
        return length > WireTransaction.maxLength(message.version())
                ? tooLong(length, message.version())
                : Either.right(compiled);
    }

    private static Either<CompileProblem, CompiledMessage> tooLong(int length, MessageVersion version) {
        return Either.left(new CompileProblem.TooLong(length, WireTransaction.maxLength(version)));
    }

    /** Returns which number is above the limits of version 1. */
    private static Option<CompileProblem> uncountable(int signers, Seq<Instruction> instructions) {
        if (signers > Version1.MAX_SIGNATURES) {
            return Option.some(new CompileProblem.TooManySigners(signers, Version1.MAX_SIGNATURES));
        }
        if (instructions.size() > Version1.MAX_INSTRUCTIONS) {
            return Option.some(
                    new CompileProblem.TooManyInstructions(instructions.size(), Version1.MAX_INSTRUCTIONS));
        }
        int most = Version1.MAX_INSTRUCTION_ACCOUNTS;
        int crowded = instructions.indexWhere(instruction -> instruction.accounts().size() > most);
        return Option.when(
                crowded >= 0,
                () -> new CompileProblem.TooManyInstructionAccounts(
                        crowded, instructions.get(crowded).accounts().size(), most));
    }
}
