package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.TransactionFailure;
import dev.mandate.solana.borsh.BorshReader;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Resolves what a message loads from lookup tables. A table's data: 56 bytes of its own, then its addresses. */
final class LookupTables {

    private static final int META_LENGTH = 56;
    private static final int TABLE_STATE = 1;
    private static final long NEVER = -1L;

    private LookupTables() {}

    static Either<TransactionFailure, LoadedMessage> load(
            CompiledMessage message, Function<Address, Option<AccountData>> ledger, long slot) {
        List<Address> writable = new ArrayList<>();
        List<Address> readonly = new ArrayList<>();
        for (TableLookup lookup : message.lookups()) {
            Either<TransactionFailure, List<Address>> entries =
                    ledger.apply(lookup.table()).fold(() -> fail("AddressLookupTableNotFound"), it -> entries(it, slot));
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

    private static Either<TransactionFailure, List<Address>> entries(AccountData account, long slot) {
        if (!account.owner().equals(KnownAddresses.LOOKUP_TABLES)) {
            return fail("InvalidAddressLookupTableOwner");
        }
        Bytes data = account.data();
        BorshReader in = new BorshReader(data);
        boolean table = in.u32() == TABLE_STATE;
        long deactivationSlot = in.u64();
        long lastExtendedSlot = in.u64();
        int entriesBeforeExtension = in.u8();
        if (!table || data.length() < META_LENGTH || (data.length() - META_LENGTH) % 32 != 0) {
            return fail("InvalidAddressLookupTableData");
        }
        if (deactivationSlot != NEVER && deactivationSlot < slot) {
            return fail("AddressLookupTableNotFound");
        }
        // What was added in this very slot is not there yet.
        int active = slot > lastExtendedSlot ? (data.length() - META_LENGTH) / 32 : entriesBeforeExtension;
        byte[] bytes = data.toArray();
        List<Address> entries = new ArrayList<>();
        for (int i = 0; i < active; i++) {
            entries.add(Address.of(bytes, META_LENGTH + 32 * i));
        }
        return Either.right(entries);
    }

    private static boolean pick(List<Address> entries, Bytes indexes, List<Address> picked) {
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
