package dev.mandate.simulator.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.Moment;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.AccountProblem;
import dev.mandate.solana.programs.account.LookupTableAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Set;

/** Creates, extends and closes address lookup tables. Makes the checks of the mainnet program, in its order. */
public final class SimulatedLookupTableProgram implements Program {

    private static final int CREATE = 0;
    private static final int FREEZE = 1;
    private static final int EXTEND = 2;
    private static final int DEACTIVATE = 3;
    private static final int CLOSE = 4;

    /** A packet of 1,232 bytes can hold no more addresses. */
    private static final long MAX_NEW_ENTRIES = 38;

    private static final long INVALID_SEEDS = 1;
    private static final long READONLY_DATA_MODIFIED = 10;
    private static final long READONLY_LAMPORTS_CHANGED = 11;

    /** Returns whether {@code table} is no longer usable: SlotHashes no longer holds its deactivation slot, or that slot is in the future. */
    public static boolean isOver(LookupTableAccount table, Moment now) {
        return isDeactivated(table)
                && table.deactivationSlot() != now.slot()
                && !now.remembers(table.deactivationSlot());
    }

    private static boolean isDeactivated(LookupTableAccount table) {
        return table.deactivationSlot() != LookupTableAccount.NEVER;
    }

    @Override
    public Address address() {
        return LookupTableProgram.ID;
    }

    @Override
    public int usualComputeUnits() {
        return 10_000;
    }

    @Override
    public void run(Invocation invocation) {
        ByteReader in = new ByteReader(invocation.data());
        int number = (int) in.u32();
        requireRead(in);
        switch (number) {
            case CREATE -> {
                long slot = in.u64();
                int bump = in.u8();
                requireRead(in);
                create(invocation, slot, bump);
            }
            case FREEZE -> freeze(invocation);
            case EXTEND -> {
                long count = in.u64();
                if (Long.compareUnsigned(count, MAX_NEW_ENTRIES) > 0) {
                    throw ProgramAbort.named("InvalidInstructionData");
                }
                Seq<Address> entries = in.list(count, 32, ByteReader::address);
                requireRead(in);
                extend(invocation, entries);
            }
            case DEACTIVATE -> deactivate(invocation);
            case CLOSE -> close(invocation);
            default -> throw ProgramAbort.named("InvalidInstructionData");
        }
    }

    /** Bytes after the arguments are ignored, as in the real program. */
    private static void requireRead(ByteReader in) {
        if (in.finishPrefix(Bytes.EMPTY).isLeft()) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
    }

    private static void create(Invocation invocation, long slot, int bump) {
        RunningAccount table = invocation.account(0);
        Address authority = invocation.account(1).address();
        RunningAccount payer = invocation.account(2);
        requireSigner(payer);
        if (!invocation.now().remembers(slot)) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
        ByteWriter seed = new ByteWriter();
        seed.u64(slot);
        ProgramDerivedAddress derived = ProgramDerivedAddress.create(
                        LookupTableProgram.ID, bump, authority.toArray(), seed.toBytes().toArray())
                .getOrElseThrow(() -> ProgramAbort.custom(INVALID_SEEDS));
        if (!derived.address().equals(table.address())) {
            throw ProgramAbort.named("InvalidArgument");
        }
        if (table.owner().equals(LookupTableProgram.ID)) {
            return;
        }
        int length = LookupTableAccount.length(0);
        payRent(invocation, payer, length);
        requireSystemProgram(invocation);
        Set<Address> signs = Set.of(table.address());
        invocation.invoke(SimulatedSystemProgram.allocate(table.address(), length), signs);
        invocation.invoke(SimulatedSystemProgram.assign(table.address(), LookupTableProgram.ID), signs);
        table.write(new LookupTableAccount(
                        LookupTableAccount.NEVER, 0, 0, Option.some(authority), Array.empty())
                .encode());
    }

    private static void freeze(Invocation invocation) {
        RunningAccount account = invocation.account(0);
        LookupTableAccount table = changeable(invocation);
        if (isDeactivated(table)) {
            throw ProgramAbort.named("InvalidArgument");
        }
        if (table.entries().isEmpty()) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
        account.write(new LookupTableAccount(
                        table.deactivationSlot(),
                        table.lastExtendedSlot(),
                        table.firstOfLastExtension(),
                        Option.none(),
                        table.entries())
                .encode());
    }

    private static void extend(Invocation invocation, Seq<Address> entries) {
        RunningAccount account = invocation.account(0);
        LookupTableAccount table = changeable(invocation);
        int before = table.entries().size();
        if (isDeactivated(table) || before >= LookupTableProgram.MAX_ENTRIES) {
            throw ProgramAbort.named("InvalidArgument");
        }
        int after = before + entries.size();
        if (entries.isEmpty() || after > LookupTableProgram.MAX_ENTRIES) {
            throw ProgramAbort.named("InvalidInstructionData");
        }
        if (!account.isWritable()) {
            throw ProgramAbort.custom(READONLY_DATA_MODIFIED);
        }
        long slot = invocation.now().slot();
        int length = LookupTableAccount.length(after);
        account.resize(length);
        account.write(new LookupTableAccount(
                        table.deactivationSlot(),
                        slot,
                        // Entries added earlier in this slot are not usable yet either.
                        table.lastExtendedSlot() == slot ? table.firstOfLastExtension() : before,
                        table.authority(),
                        table.entries().appendAll(entries))
                .encode());
        if (missingRent(invocation, account, length) > 0) {
            RunningAccount payer = invocation.account(2);
            requireSigner(payer);
            requireSystemProgram(invocation);
            payRent(invocation, payer, length);
        }
    }

    private static void deactivate(Invocation invocation) {
        RunningAccount account = invocation.account(0);
        LookupTableAccount table = changeable(invocation);
        if (isDeactivated(table)) {
            throw ProgramAbort.named("InvalidArgument");
        }
        account.write(new LookupTableAccount(
                        invocation.now().slot(),
                        table.lastExtendedSlot(),
                        table.firstOfLastExtension(),
                        table.authority(),
                        table.entries())
                .encode());
    }

    private static void close(Invocation invocation) {
        RunningAccount account = invocation.account(0);
        requireOwnedAndSigned(invocation);
        RunningAccount recipient = invocation.account(2);
        if (recipient.address().equals(account.address())) {
            throw ProgramAbort.named("InvalidArgument");
        }
        LookupTableAccount table = requireAuthority(invocation);
        if (!isOver(table, invocation.now())) {
            throw ProgramAbort.named("InvalidArgument");
        }
        long lamports = account.lamports();
        recipient.credit(lamports);
        if (!recipient.isWritable()) {
            throw ProgramAbort.custom(READONLY_LAMPORTS_CHANGED);
        }
        if (!account.isWritable()) {
            throw ProgramAbort.custom(READONLY_DATA_MODIFIED);
        }
        account.debit(lamports);
        account.write(Bytes.EMPTY);
    }

    /** Returns the table in the first account. The second account must be its authority. */
    private static LookupTableAccount changeable(Invocation invocation) {
        requireOwnedAndSigned(invocation);
        return requireAuthority(invocation);
    }

    private static void requireOwnedAndSigned(Invocation invocation) {
        if (!invocation.account(0).owner().equals(LookupTableProgram.ID)) {
            throw ProgramAbort.named("InvalidAccountOwner");
        }
        requireSigner(invocation.account(1));
    }

    private static LookupTableAccount requireAuthority(Invocation invocation) {
        LookupTableAccount table = LookupTableAccount.decode(invocation.account(0).data())
                .getOrElseThrow(problem -> ProgramAbort.named(
                        problem instanceof AccountProblem.NotInitialized
                                ? "UninitializedAccount"
                                : "InvalidAccountData"));
        if (table.authority().isEmpty()) {
            throw ProgramAbort.named("Immutable");
        }
        if (!table.authority().contains(invocation.account(1).address())) {
            throw ProgramAbort.named("IncorrectAuthority");
        }
        return table;
    }

    private static long missingRent(Invocation invocation, RunningAccount table, int length) {
        long minimum = invocation.exemptMinimum(length);
        return Long.compareUnsigned(table.lamports(), minimum) < 0 ? minimum - table.lamports() : 0;
    }

    private static void payRent(Invocation invocation, RunningAccount payer, int length) {
        RunningAccount table = invocation.account(0);
        long missing = missingRent(invocation, table, length);
        if (missing > 0) {
            invocation.invoke(SystemProgram.transfer(payer.address(), table.address(), BaseUnits.of(missing)));
        }
    }

    /** The program checks only that the account is present. The inner call checks its address. */
    private static void requireSystemProgram(Invocation invocation) {
        if (invocation.accountCount() < 4) {
            throw ProgramAbort.named("NotEnoughAccountKeys");
        }
    }

    private static void requireSigner(RunningAccount account) {
        if (!account.isSigner()) {
            throw ProgramAbort.named("MissingRequiredSignature");
        }
    }
}
