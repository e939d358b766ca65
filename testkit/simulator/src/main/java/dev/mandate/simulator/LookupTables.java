package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.TableLookup;
import dev.mandate.simulator.programs.SimulatedLookupTableProgram;
import dev.mandate.simulator.runtime.Moment;
import io.vavr.collection.IndexedSeq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Resolves the keys that a message loads from lookup tables. */
final class LookupTables {

    private LookupTables() {}

    static Either<TransactionFailure, LoadedMessage> load(
            CompiledMessage message, Function<Address, Option<AccountData>> ledger, Moment now) {
        List<Address> writable = new ArrayList<>();
        List<Address> readonly = new ArrayList<>();
        for (TableLookup lookup : message.lookups()) {
            Either<TransactionFailure, IndexedSeq<Address>> entries = ledger.apply(lookup.table())
                    .fold(() -> fail("AddressLookupTableNotFound"), it -> entries(lookup.table(), it, now));
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
            Address table, AccountData account, Moment now) {
        if (!account.owner().equals(LookupTableAccount.PROGRAM)) {
            return fail("InvalidAddressLookupTableOwner");
        }
        return LookupTableAccount.decode(account.data())
                .<TransactionFailure>mapLeft(problem -> new TransactionFailure.Named("InvalidAddressLookupTableData"))
                .flatMap(content -> SimulatedLookupTableProgram.isOver(content, now)
                        ? fail("AddressLookupTableNotFound")
                        // Entries added in the current slot are not usable yet.
                        : Either.right(content.usableAfter(now.slot() - 1, table).entries()));
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
