package dev.mandate.solana.programs;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.programs.LookupTableInstruction.Close;
import dev.mandate.solana.programs.LookupTableInstruction.CreateLookupTable;
import dev.mandate.solana.programs.LookupTableInstruction.Deactivate;
import dev.mandate.solana.programs.LookupTableInstruction.Extend;
import dev.mandate.solana.programs.LookupTableInstruction.Freeze;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.ByteBuffer;

/**
 * The address lookup table program. Its data is a 32-bit number and then the arguments, little-endian; a list's length takes 64
 * bits (bincode). Source: {@code AddressLookupTableInstruction}.
 */
public final class LookupTableProgram {

    public static final Address ID = Address.ofConstant("AddressLookupTab1e1111111111111111111111111");

    private static final int CREATE = 0;
    private static final int FREEZE = 1;
    private static final int EXTEND = 2;
    private static final int DEACTIVATE = 3;
    private static final int CLOSE = 4;

    private static final int TAG_LENGTH = 4;
    private static final int CREATE_LENGTH = TAG_LENGTH + Long.BYTES + 1;
    private static final int ENTRIES_OFFSET = TAG_LENGTH + Long.BYTES;
    private static final int MAX_COUNT = (Integer.MAX_VALUE - ENTRIES_OFFSET) / Bytes32.LENGTH;

    private LookupTableProgram() {}

    /**
     * The table that {@code authority} makes by {@code recentSlot}, whether it exists or not.
     *
     * @param recentSlot an unsigned number
     */
    public static ProgramDerivedAddress addressOf(Address authority, long recentSlot) {
        byte[] slot = InstructionShape.allocate(Long.BYTES).putLong(recentSlot).array();
        return ProgramDerivedAddress.find(ID, authority.toArray(), slot);
    }

    /** Makes the table {@link #addressOf} names; {@code payer} signs, {@code authority} need not. */
    public static Instruction create(Address authority, Address payer, long recentSlot) {
        return encode(new CreateLookupTable(authority, payer, recentSlot));
    }

    /** Adds entries; {@code authority} and {@code payer} sign. */
    public static Instruction extend(Address table, Address authority, Address payer, Seq<Address> entries) {
        return encode(new Extend(table, authority, Option.some(payer), entries));
    }

    /** Begins the table's end; {@code authority} signs, as it does from here on. */
    public static Instruction deactivate(Address table, Address authority) {
        return encode(new Deactivate(table, authority));
    }

    public static Instruction freeze(Address table, Address authority) {
        return encode(new Freeze(table, authority));
    }

    public static Instruction close(Address table, Address authority, Address recipient) {
        return encode(new Close(table, authority, recipient));
    }

    public static Instruction encode(LookupTableInstruction instruction) {
        return switch (instruction) {
            case CreateLookupTable create -> encode(create, create.table());
            case Freeze freeze -> new Instruction(ID, changed(freeze.table(), freeze.authority()), number(FREEZE));
            case Extend extend ->
                new Instruction(
                        ID,
                        changed(extend.table(), extend.authority())
                                .appendAll(extend.payer().toArray().flatMap(LookupTableProgram::paying)),
                        written(extend.entries()));
            case Deactivate deactivate ->
                new Instruction(ID, changed(deactivate.table(), deactivate.authority()), number(DEACTIVATE));
            case Close close ->
                new Instruction(
                        ID,
                        changed(close.table(), close.authority()).append(AccountMeta.writable(close.recipient())),
                        number(CLOSE));
        };
    }

    private static Instruction encode(CreateLookupTable create, ProgramDerivedAddress table) {
        return new Instruction(
                ID,
                Array.of(AccountMeta.writable(table.address()), AccountMeta.readonly(create.authority()))
                        .appendAll(paying(create.payer())),
                InstructionShape.written(InstructionShape.allocate(CREATE_LENGTH)
                        .putInt(CREATE)
                        .putLong(create.recentSlot())
                        .put((byte) table.bump())));
    }

    private static Array<AccountMeta> changed(Address table, Address authority) {
        return Array.of(AccountMeta.writable(table), AccountMeta.signer(authority));
    }

    private static Array<AccountMeta> paying(Address payer) {
        return Array.of(AccountMeta.writableSigner(payer), AccountMeta.readonly(SystemProgram.ID));
    }

    private static Bytes number(int number) {
        return InstructionShape.written(InstructionShape.allocate(TAG_LENGTH).putInt(number));
    }

    private static Bytes written(Seq<Address> entries) {
        ByteBuffer data = InstructionShape.allocate(extendLength(entries.size())).putInt(EXTEND).putLong(entries.size());
        for (Address entry : entries) {
            data = data.put(entry.toArray());
        }
        return InstructionShape.written(data);
    }

    /**
     * What {@code instruction} asks of this program. Who creates a table may sign as its authority too, as the program once wanted
     * it and some clients still write; the table is checked to be the derived one.
     */
    public static Either<InstructionProblem, LookupTableInstruction> decode(Instruction instruction) {
        return InstructionShape.tag(instruction, ID, TAG_LENGTH).flatMap(tag -> decode(tag, instruction));
    }

    private static Either<InstructionProblem, LookupTableInstruction> decode(long tag, Instruction instruction) {
        // A number of 32 bits fits; the switch wants it as an int.
        return switch ((int) tag) {
            case CREATE ->
                InstructionShape.of(instruction, CREATE_LENGTH, 4)
                        .flatMap(it -> it.with(3, SystemProgram.ID))
                        .flatMap(LookupTableProgram::creation);
            case FREEZE ->
                InstructionShape.of(instruction, TAG_LENGTH, 2).map(it -> new Freeze(it.account(0), it.account(1)));
            case EXTEND -> extension(instruction);
            case DEACTIVATE ->
                InstructionShape.of(instruction, TAG_LENGTH, 2).map(it -> new Deactivate(it.account(0), it.account(1)));
            case CLOSE ->
                InstructionShape.of(instruction, TAG_LENGTH, 3)
                        .map(it -> new Close(it.account(0), it.account(1), it.account(2)));
            default -> Either.left(new InstructionProblem.UnknownInstruction(tag));
        };
    }

    private static Either<InstructionProblem, LookupTableInstruction> creation(InstructionShape shape) {
        CreateLookupTable create = new CreateLookupTable(shape.account(1), shape.account(2), shape.u64(TAG_LENGTH));
        ProgramDerivedAddress table = create.table();
        int bump = shape.u8(TAG_LENGTH + Long.BYTES);
        return shape.with(0, table.address())
                .flatMap(it -> bump == table.bump()
                        ? Either.right(create)
                        : Either.left(new InstructionProblem.UnexpectedBump(bump, table.bump())));
    }

    private static Either<InstructionProblem, LookupTableInstruction> extension(Instruction instruction) {
        Bytes data = instruction.data();
        if (data.length() < ENTRIES_OFFSET) {
            return Either.left(new InstructionProblem.WrongDataLength(data.length(), ENTRIES_OFFSET));
        }
        long written = InstructionShape.littleEndian(data).getLong(TAG_LENGTH);
        // A list that no data is long enough for is taken for the longest there could be, and its length so found wrong.
        int count = written < 0 || written > MAX_COUNT ? MAX_COUNT : (int) written;
        // Two accounts, or the payer and the system program too.
        return instruction.accounts().size() == 2
                ? InstructionShape.of(instruction, extendLength(count), 2).map(it -> extension(it, count, Option.none()))
                : InstructionShape.of(instruction, extendLength(count), 4)
                        .flatMap(it -> it.with(3, SystemProgram.ID))
                        .map(it -> extension(it, count, Option.some(it.account(2))));
    }

    private static LookupTableInstruction extension(InstructionShape shape, int count, Option<Address> payer) {
        return new Extend(
                shape.account(0),
                shape.account(1),
                payer,
                Array.tabulate(count, i -> shape.address(extendLength(i))));
    }

    private static int extendLength(int entries) {
        return ENTRIES_OFFSET + Bytes32.LENGTH * entries;
    }
}
