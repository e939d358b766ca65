package dev.mandate.solana.squadsv4.program;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.borsh.Unsigned;
import dev.mandate.solana.squadsv4.AddressTableLookup;
import dev.mandate.solana.squadsv4.StoredInstruction;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.wire.KeyPlacement;
import dev.mandate.solana.wire.MessageHeader;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles what a vault shall do into the program's own kind of message.
 *
 * <p>As {@code transactionMessageToMultisigTransactionMessageBytes} of the npm library: the vault stands first, as a writable signer;
 * otherwise the order is that of a transaction, but that called programs may be loaded from tables, since it is the program that
 * calls them.
 */
final class VaultMessage {

    private static final int MAX_TABLE_ENTRIES = Unsigned.U8_MAX + 1;

    private VaultMessage() {}

    /** The message, or none if there is more of something than the form can count. */
    static Option<TransactionMessage> compile(Address vault, Seq<Instruction> instructions, Seq<LookupTable> tables) {
        if (instructions.length() > TransactionMessage.MAX_ELEMENTS
                || instructions.exists(VaultMessage::isTooLong)
                || tables.exists(table -> table.entries().length() > MAX_TABLE_ENTRIES)) {
            return Option.none();
        }
        KeyPlacement keys = new KeyPlacement();
        List<int[]> references = grant(vault, instructions, keys);
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
                compiled(instructions, references, keys),
                keys.lookups()
                        .map(lookup -> new AddressTableLookup(
                                lookup.table(), lookup.writableIndexes(), lookup.readonlyIndexes()))));
    }

    private static boolean isTooLong(Instruction instruction) {
        return instruction.accounts().length() > Unsigned.U8_MAX
                || instruction.data().length() > Unsigned.U16_MAX;
    }

    /** For each instruction the numbers of its program and its accounts. */
    private static List<int[]> grant(Address vault, Seq<Instruction> instructions, KeyPlacement keys) {
        if (keys.grant(vault, KeyPlacement.SIGNER | KeyPlacement.WRITABLE) != 0) {
            throw new IllegalStateException("the vault is the first key");
        }
        List<int[]> references = new ArrayList<>(instructions.length());
        for (Instruction instruction : instructions) {
            int[] numbers = new int[1 + instruction.accounts().length()];
            numbers[0] = keys.grant(instruction.program(), 0);
            int next = 1;
            for (AccountMeta account : instruction.accounts()) {
                numbers[next++] = keys.grant(
                        account.address(),
                        (account.signer() ? KeyPlacement.SIGNER : 0)
                                | (account.writable() ? KeyPlacement.WRITABLE : 0));
            }
            references.add(numbers);
        }
        return references;
    }

    private static Seq<StoredInstruction> compiled(
            Seq<Instruction> instructions, List<int[]> references, KeyPlacement keys) {
        List<StoredInstruction> compiled = new ArrayList<>(references.size());
        int position = 0;
        for (Instruction instruction : instructions) {
            int[] numbers = references.get(position++);
            byte[] accounts = new byte[numbers.length - 1];
            for (int i = 0; i < accounts.length; i++) {
                accounts[i] = (byte) keys.placeOf(numbers[i + 1]);
            }
            compiled.add(
                    new StoredInstruction(keys.placeOf(numbers[0]), Bytes.of(accounts), instruction.data()));
        }
        return Array.ofAll(compiled);
    }
}
