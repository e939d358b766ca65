package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.IndexedSeq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Resolves what a message loads from lookup tables. */
final class LookupTables {

    private LookupTables() {}

    static Either<TransactionFailure, LoadedMessage> load(
            CompiledMessage message, Function<Address, Option<AccountData>> ledger, long slot) {
        List<Address> writable = new ArrayList<>();
        List<Address> readonly = new ArrayList<>();
        for (TableLookup lookup : message.lookups()) {
            Either<TransactionFailure, IndexedSeq<Address>> entries = ledger.apply(lookup.table())
                    .fold(() -> fail("AddressLookupTableNotFound"), it -> entries(lookup.table(), it, slot));
            if (entries.isLeft()) {
                return Either.left(entries.getLeft());
            }
            if (!pick(entries.get(), lookup.writableIndexes(), writable)
                    || !pick(entries.get(), lookup.readonlyIndexes(), readonly)) {
                return fail("InvalidAddressLookupTableIndex");
            }
        }
        return Either.right(LoadedMessage.of(message, writable, readonly));
    }

    private static Either<TransactionFailure, IndexedSeq<Address>> entries(
            Address table, AccountData account, long slot) {
        if (!account.owner().equals(LookupTableAccount.PROGRAM)) {
            return fail("InvalidAddressLookupTableOwner");
        }
        return LookupTableAccount.decode(account.data())
                .<TransactionFailure>mapLeft(problem -> new TransactionFailure.Named("InvalidAddressLookupTableData"))
                .flatMap(content -> isGone(content, slot)
                        ? fail("AddressLookupTableNotFound")
                        // What was added in this very slot is not there yet.
                        : Either.right(content.usableAfter(slot - 1, table).entries()));
    }

    /** The real one goes on serving for a while; here it is over at once. */
    private static boolean isGone(LookupTableAccount table, long slot) {
        return Long.compareUnsigned(table.deactivationSlot(), slot) < 0;
    }

    private static boolean pick(IndexedSeq<Address> entries, Bytes indexes, List<Address> picked) {
        for (int i = 0; i < indexes.length(); i++) {
            int index = Byte.toUnsignedInt(indexes.at(i));
            if (index >= entries.size()) {
                return false;
            }
            picked.add(entries.get(index));
        }
        return true;
    }

    private static <T> Either<TransactionFailure, T> fail(String name) {
        return Either.left(new TransactionFailure.Named(name));
    }
}
