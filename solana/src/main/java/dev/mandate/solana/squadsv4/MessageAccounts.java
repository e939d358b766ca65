package dev.mandate.solana.squadsv4;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the accounts that the execution of a stored message needs, after the instruction's own. First come the lookup tables,
 * then the message's keys, then for each table the loaded keys, writable before read-only. Source: the checks of the program
 * before it executes.
 */
public final class MessageAccounts {

    /** Why a message's accounts cannot be listed. */
    public sealed interface Problem {
        /** A lookup table of the message was not given. */
        record MissingTable(Address table) implements Problem {}

        /** The message names an entry that the table does not have. */
        record NoSuchEntry(Address table, int index, int entries) implements Problem {}
    }

    private MessageAccounts() {}

    /**
     * Lists the accounts.
     *
     * @param message the prepared message
     * @param programSigners the vault and the ephemeral signers; the program signs for them, so they do not sign the transaction
     * @param tables the content of each lookup table of the message, by its address
     */
    public static Either<Problem, Seq<AccountMeta>> of(
            TransactionMessage message, Set<Address> programSigners, Map<Address, LookupTable> tables) {
        List<AccountMeta> accounts = new ArrayList<>(message.allKeys());
        for (TableLookup lookup : message.lookups()) {
            accounts.add(AccountMeta.readonly(lookup.table()));
        }
        int position = 0;
        for (Address key : message.accountKeys()) {
            boolean signer = message.isSigner(position) && !programSigners.contains(key);
            accounts.add(new AccountMeta(key, signer, message.isWritable(position)));
            position++;
        }
        for (TableLookup lookup : message.lookups()) {
            Option<LookupTable> table = tables.get(lookup.table());
            if (table.isEmpty()) {
                return Either.left(new Problem.MissingTable(lookup.table()));
            }
            Option<Problem> problem = load(table.get(), lookup.writableIndexes(), true, accounts)
                    .orElse(() -> load(table.get(), lookup.readonlyIndexes(), false, accounts));
            if (problem.isDefined()) {
                return Either.left(problem.get());
            }
        }
        return Either.right(Array.ofAll(accounts));
    }

    private static Option<Problem> load(
            LookupTable table, Bytes indexes, boolean writable, List<AccountMeta> accounts) {
        int entries = table.entries().length();
        for (int i = 0; i < indexes.length(); i++) {
            int index = Byte.toUnsignedInt(indexes.at(i));
            if (index >= entries) {
                return Option.some(new Problem.NoSuchEntry(table.table(), index, entries));
            }
            accounts.add(new AccountMeta(table.entries().get(index), false, writable));
        }
        return Option.none();
    }
}
