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
 * The accounts that executing a stored message takes, after the instruction's own: the lookup tables, the message's keys, and table by
 * table what the lookups load, writable before read-only. Source: the checks that the program makes before it calls.
 */
public final class MessageAccounts {

    /** Why a message's accounts cannot be listed. */
    public sealed interface Problem {
        /** A table that the message uses was not given. */
        record MissingTable(Address table) implements Problem {}

        /** A table is shorter than the message thinks. */
        record NoSuchEntry(Address table, int index, int entries) implements Problem {}
    }

    private MessageAccounts() {}

    /**
     * Lists them.
     *
     * @param message as prepared
     * @param programSigners the vault and the ephemeral signers: the program signs for them, so that they don't sign outside
     * @param tables the content of each table that the message uses, by its account
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
