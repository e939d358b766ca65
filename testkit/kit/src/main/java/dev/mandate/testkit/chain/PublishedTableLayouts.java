package dev.mandate.testkit.chain;

import static dev.mandate.testkit.chain.PublishedLayouts.written;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.address.ProgramDerivedAddress;
import io.vavr.collection.List;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Lookup tables and their program's instructions, built by hand like {@link PublishedLayouts}. */
final class PublishedTableLayouts {

    static final long NEVER = -1;

    private static final int HEADER_LENGTH = 56;

    private PublishedTableLayouts() {}

    /** Returns the rent-exempt minimum of a table, in lamports. */
    static long rent(int entries) {
        return (128 + HEADER_LENGTH + 32L * entries) * 6_960;
    }

    /** Returns the address and bump of the table that {@code authority} creates with {@code slot}. */
    static ProgramDerivedAddress derived(Address authority, long slot) {
        return ProgramDerivedAddress.find(
                PublishedLayouts.LOOKUP_TABLES,
                authority.toArray(),
                written(8, seed -> seed.putLong(slot)).toArray());
    }

    /** Instruction 0: table (writable), authority, payer (writable, signs), system program. */
    static Instruction create(Address authority, Address payer, long slot) {
        ProgramDerivedAddress derived = derived(authority, slot);
        return create(derived.address(), authority, AccountMeta.writableSigner(payer), slot, derived.bump());
    }

    static Instruction create(Address table, Address authority, AccountMeta payer, long slot, int bump) {
        return new Instruction(
                PublishedLayouts.LOOKUP_TABLES,
                List.of(
                        AccountMeta.writable(table),
                        AccountMeta.readonly(authority),
                        payer,
                        AccountMeta.readonly(PublishedLayouts.SYSTEM)),
                written(13, data -> data.putInt(0).putLong(slot).put((byte) bump)));
    }

    /** Instruction 2: table (writable), authority (signs), payer (writable, signs), system program. */
    static Instruction extend(Address table, Address authority, Address payer, Seq<Address> entries) {
        Instruction unpaid = extend(table, authority, entries);
        return new Instruction(
                unpaid.program(),
                unpaid.accounts().append(AccountMeta.writableSigner(payer)).append(AccountMeta.readonly(PublishedLayouts.SYSTEM)),
                unpaid.data());
    }

    /** The same without payer, for a table that already holds enough lamports. */
    static Instruction extend(Address table, Address authority, Seq<Address> entries) {
        Bytes data = written(12 + 32 * entries.size(), written -> {
            written.putInt(2).putLong(entries.size());
            entries.forEach(entry -> written.put(entry.toArray()));
        });
        return new Instruction(PublishedLayouts.LOOKUP_TABLES, changed(table, authority), data);
    }

    /** Instruction 1: table (writable), authority (signs). */
    static Instruction freeze(Address table, Address authority) {
        return new Instruction(PublishedLayouts.LOOKUP_TABLES, changed(table, authority), number(1));
    }

    /** Instruction 3: table (writable), authority (signs). */
    static Instruction deactivate(Address table, Address authority) {
        return new Instruction(PublishedLayouts.LOOKUP_TABLES, changed(table, authority), number(3));
    }

    /** Instruction 4: table (writable), authority (signs), recipient (writable). */
    static Instruction close(Address table, Address authority, Address recipient) {
        return new Instruction(
                PublishedLayouts.LOOKUP_TABLES, changed(table, authority).append(AccountMeta.writable(recipient)), number(4));
    }

    /** Returns {@code instruction} with another account, or other rights, at one position. */
    static Instruction with(Instruction instruction, int position, AccountMeta account) {
        return new Instruction(
                instruction.program(), instruction.accounts().update(position, account), instruction.data());
    }

    /** Returns a table in the program's layout, with exactly its rent. */
    static AccountData table(
            Option<Address> authority, long deactivated, long extended, int firstOfExtension, Seq<Address> entries) {
        Bytes data = written(HEADER_LENGTH + 32 * entries.size(), table -> {
            table.putInt(1).putLong(deactivated).putLong(extended).put((byte) firstOfExtension);
            table.put((byte) (authority.isDefined() ? 1 : 0)).put(authority.getOrElse(Address.ZERO).toArray());
            table.position(HEADER_LENGTH);
            entries.forEach(entry -> table.put(entry.toArray()));
        });
        return new AccountData(BaseUnits.of(rent(entries.size())), PublishedLayouts.LOOKUP_TABLES, data, false);
    }

    private static List<AccountMeta> changed(Address table, Address authority) {
        return List.of(AccountMeta.writable(table), AccountMeta.signer(authority));
    }

    private static Bytes number(int number) {
        return written(4, data -> data.putInt(number));
    }
}
