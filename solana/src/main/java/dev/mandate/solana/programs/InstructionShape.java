package dev.mandate.solana.programs;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An instruction whose program, data length and number of accounts have been checked, for reading at fixed places. Whether
 * accounts sign or are writable is not looked at: in a whole message every account has the most rights that any instruction gives
 * it, and the program itself refuses too few.
 */
final class InstructionShape {

    private final Instruction instruction;
    private final ByteBuffer data;

    private InstructionShape(Instruction instruction) {
        this.instruction = instruction;
        this.data = littleEndian(instruction.data());
    }

    /** The instruction's number: the first {@code tagLength} bytes of its data, little-endian. */
    static Either<InstructionProblem, Long> tag(Instruction instruction, Address program, int tagLength) {
        if (!instruction.program().equals(program)) {
            return Either.left(new InstructionProblem.ForeignProgram(instruction.program(), program));
        }
        if (instruction.data().length() < tagLength) {
            return Either.left(
                    new InstructionProblem.WrongDataLength(instruction.data().length(), tagLength));
        }
        long tag = 0;
        for (int i = tagLength - 1; i >= 0; i--) {
            tag = tag << 8 | (instruction.data().at(i) & 0xff);
        }
        return Either.right(tag);
    }

    static Either<InstructionProblem, InstructionShape> of(Instruction instruction, int dataLength, int accounts) {
        if (instruction.accounts().size() != accounts) {
            return Either.left(new InstructionProblem.WrongAccountCount(
                    instruction.accounts().size(), accounts));
        }
        return ofAtLeast(instruction, dataLength, accounts);
    }

    /** As {@link #of}, but more accounts may follow. */
    static Either<InstructionProblem, InstructionShape> ofAtLeast(Instruction instruction, int dataLength, int accounts) {
        if (instruction.data().length() != dataLength) {
            return Either.left(
                    new InstructionProblem.WrongDataLength(instruction.data().length(), dataLength));
        }
        return instruction.accounts().size() < accounts
                ? Either.left(new InstructionProblem.WrongAccountCount(
                        instruction.accounts().size(), accounts))
                : Either.right(new InstructionShape(instruction));
    }

    /** This, if {@code expected} stands at {@code position}. */
    Either<InstructionProblem, InstructionShape> with(int position, Address expected) {
        Address actual = account(position);
        return actual.equals(expected)
                ? Either.right(this)
                : Either.left(new InstructionProblem.UnexpectedAccount(position, actual, expected));
    }

    Address account(int position) {
        return instruction.accounts().get(position).address();
    }

    int u8(int offset) {
        return data.get(offset) & 0xff;
    }

    long u32(int offset) {
        return Integer.toUnsignedLong(data.getInt(offset));
    }

    long u64(int offset) {
        return data.getLong(offset);
    }

    Address address(int offset) {
        byte[] bytes = new byte[Bytes32.LENGTH];
        data.get(offset, bytes);
        return Address.of(bytes);
    }

    static ByteBuffer littleEndian(Bytes bytes) {
        return ByteBuffer.wrap(bytes.toArray()).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer allocate(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Bytes written(ByteBuffer buffer) {
        if (buffer.hasRemaining()) {
            throw new IllegalStateException(buffer.remaining() + " bytes not written");
        }
        byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return Bytes.of(bytes);
    }
}
