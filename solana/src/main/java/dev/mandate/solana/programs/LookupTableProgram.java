package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.address.ProgramDerivedAddress;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.programs.LookupTableInstruction.Close;
import dev.mandate.solana.programs.LookupTableInstruction.CreateLookupTable;
import dev.mandate.solana.programs.LookupTableInstruction.Deactivate;
import dev.mandate.solana.programs.LookupTableInstruction.Extend;
import dev.mandate.solana.programs.LookupTableInstruction.Freeze;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The address lookup table program. The data is a 32-bit number, then the arguments, little-endian; a list's length takes 64
 * bits (bincode). Source: {@code AddressLookupTableInstruction}.
 */
public final class LookupTableProgram {

    public static final Address ID = Address.of("AddressLookupTab1e1111111111111111111111111");

    /** The greatest number of entries in a table. */
    public static final int MAX_ENTRIES = 256;

    private static final int CREATE = 0;
    private static final int FREEZE = 1;
    private static final int EXTEND = 2;
    private static final int DEACTIVATE = 3;
    private static final int CLOSE = 4;

    private LookupTableProgram() {}

    /**
     * Derives the address of the table that {@code authority} creates with {@code recentSlot}. The table need not exist.
     *
     * @param recentSlot unsigned
     */
    public static ProgramDerivedAddress addressOf(Address authority, long recentSlot) {
        return ProgramDerivedAddress.find(
                ID, authority.toArray(), ByteWriter.write(out -> out.u64(recentSlot)).toArray());
    }

    /** Creates the table at {@link #addressOf}. {@code payer} signs; {@code authority} need not. */
    public static Instruction create(Address authority, Address payer, long recentSlot) {
        return encode(new CreateLookupTable(authority, payer, recentSlot));
    }

    /** Appends entries; {@code authority} and {@code payer} sign. */
    public static Instruction extend(Address table, Address authority, Address payer, Seq<Address> entries) {
        return encode(new Extend(table, authority, Option.some(payer), entries));
    }

    /** Deactivates the table; {@code authority} signs. */
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
        return InstructionWriter.write(ID, out -> write(instruction, out));
    }

    private static void write(LookupTableInstruction instruction, InstructionWriter out) {
        switch (instruction) {
            case CreateLookupTable create -> {
                ProgramDerivedAddress table = create.table();
                out.writable(table.address());
                out.readonly(create.authority());
                payer(create.payer(), out);
                out.data().u32(CREATE);
                out.data().u64(create.recentSlot());
                out.data().u8(table.bump());
            }
            case Freeze(Address table, Address authority) -> change(table, authority, FREEZE, out);
            case Extend extend -> {
                change(extend.table(), extend.authority(), EXTEND, out);
                extend.payer().forEach(payer -> payer(payer, out));
                out.data().u64(extend.entries().size());
                out.data().list(extend.entries(), (entry, data) -> data.address(entry));
            }
            case Deactivate(Address table, Address authority) -> change(table, authority, DEACTIVATE, out);
            case Close close -> {
                change(close.table(), close.authority(), CLOSE, out);
                out.writable(close.recipient());
            }
        }
    }

    private static void change(Address table, Address authority, int tag, InstructionWriter out) {
        out.writable(table);
        out.signer(authority);
        out.data().u32(tag);
    }

    private static void payer(Address payer, InstructionWriter out) {
        out.writableSigner(payer);
        out.systemProgram();
    }

    /**
     * Decodes an instruction of this program. When a table is created, the authority may sign too: an older program version
     * required it, and some clients still do it. Refuses a table address that is not the derived one.
     */
    public static Either<InstructionProblem, LookupTableInstruction> decode(Instruction instruction) {
        return InstructionReader.of(instruction, ID).flatMap(LookupTableProgram::read);
    }

    private static Either<InstructionProblem, LookupTableInstruction> read(InstructionReader in) {
        // The cast loses nothing that matters: the known numbers fit an int.
        return switch ((int) in.data().u32()) {
            case CREATE -> creation(in);
            case FREEZE -> in.finish(new Freeze(in.account(), in.account()));
            case EXTEND -> extension(in);
            case DEACTIVATE -> in.finish(new Deactivate(in.account(), in.account()));
            case CLOSE -> in.finish(new Close(in.account(), in.account(), in.account()));
            default -> in.unknown();
        };
    }

    private static Either<InstructionProblem, LookupTableInstruction> creation(InstructionReader in) {
        Address address = in.account();
        CreateLookupTable create = new CreateLookupTable(in.account(), in.account(), in.data().u64());
        in.systemProgram();
        int bump = in.data().u8();
        return in.finish(create).flatMap(read -> {
            ProgramDerivedAddress table = read.table();
            if (!address.equals(table.address())) {
                return Either.left(new InstructionProblem.WrongAccount(0, table.address(), address));
            }
            return bump == table.bump()
                    ? Either.right(read)
                    : Either.left(new InstructionProblem.UnexpectedBump(bump, table.bump()));
        });
    }

    /** Two accounts, or four: the payer and the system program may follow. */
    private static Either<InstructionProblem, LookupTableInstruction> extension(InstructionReader in) {
        Address table = in.account();
        Address authority = in.account();
        Option<Address> payer = in.accounts() == 2 ? Option.none() : Option.some(in.account());
        if (payer.isDefined()) {
            in.systemProgram();
        }
        long count = in.data().atMost(in.data().u64(), MAX_ENTRIES);
        return in.finish(new Extend(table, authority, payer, in.data().list(count, Bytes32.LENGTH, ByteReader::address)));
    }
}
