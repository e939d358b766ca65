package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.solana.bytes.Unsigned;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.wire.KeyPlacement;
import dev.mandate.solana.wire.MessageHeader;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Compiles what a vault shall do into the program's own kind of message.
 *
 * <p>As {@code transactionMessageToMultisigTransactionMessageBytes} of the npm library: the vault stands first, as a writable signer;
 * otherwise the order is that of a transaction, but that called programs may be loaded from tables, since it is the program that
 * calls them.
 */
final class VaultMessage {

    private VaultMessage() {}

    /** The message, or none if there is more of something than the form can count. */
    static Option<TransactionMessage> compile(Address vault, Seq<Instruction> instructions, Seq<LookupTable> tables) {
        if (instructions.length() > TransactionMessage.MAX_ELEMENTS
                || instructions.exists(VaultMessage::isTooLong)
                || tables.exists(table -> table.entries().length() > LookupTableProgram.MAX_ENTRIES)) {
            return Option.none();
        }
        KeyPlacement keys = new KeyPlacement(vault, instructions, true);
        if (keys.size() > Unsigned.U8_MAX + 1) {
            return Option.none();
        }
        keys.place(tables);
        if (keys.staticKeys().length() > TransactionMessage.MAX_ELEMENTS
                || keys.lookups().length() > TransactionMessage.MAX_ELEMENTS) {
            return Option.none();
        }
        MessageHeader header = keys.header();
        int signers = header.requiredSignatures();
        return Option.some(new TransactionMessage(
                signers,
                signers - header.readonlySigned(),
                keys.staticKeys().length() - signers - header.readonlyUnsigned(),
                keys.staticKeys(),
                keys.instructions(),
                keys.lookups()));
    }

    private static boolean isTooLong(Instruction instruction) {
        return instruction.accounts().length() > Unsigned.U8_MAX
                || instruction.data().length() > Unsigned.U16_MAX;
    }
}
