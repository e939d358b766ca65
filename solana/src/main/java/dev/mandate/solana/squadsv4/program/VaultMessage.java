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
 * Compiles instructions of a vault into the program's message format.
 *
 * <p>Equals {@code transactionMessageToMultisigTransactionMessageBytes} of the npm library. The vault is the first key, as a
 * writable signer. The other keys have the order of a transaction. Called programs may be loaded from lookup tables too,
 * because the Squads program calls them.
 */
final class VaultMessage {

    private VaultMessage() {}

    /** Returns the message; none if one of its lists exceeds what the format can count. */
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
