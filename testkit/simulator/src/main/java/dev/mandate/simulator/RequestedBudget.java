package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import io.vavr.control.Either;
import java.math.BigInteger;

/**
 * The compute budget that a message requests: by its config in version 1, where what is not set is 0, and else by instructions. The
 * network reads it before any instruction runs.
 *
 * @param unitLimit the compute units to pay for, and the most that may be used
 * @param unitPrice in millionths of a lamport
 * @param priorityFee in lamports
 * @param loadedBytesLimit the most account data that may be loaded
 */
record RequestedBudget(long unitLimit, BaseUnits unitPrice, BigInteger priorityFee, long loadedBytesLimit) {

    private static final long MAX_UNITS = 1_400_000;
    private static final long MAX_LOADED_BYTES = 64 * 1_024 * 1_024;
    private static final long USUAL_UNITS = 200_000;
    private static final long USUAL_NATIVE_UNITS = 3_000;
    private static final BigInteger MICRO = BigInteger.valueOf(1_000_000);
    private static final int MAX_TAG = 4;
    private static final long LEAST_HEAP = 32 * 1_024;
    private static final long MOST_HEAP = 256 * 1_024;

    static Either<TransactionFailure, RequestedBudget> of(CompiledMessage message) {
        return switch (message.version()) {
            case LEGACY, V0 -> byInstructions(message);
            case V1 -> Either.right(by(message.config()));
        };
    }

    private static RequestedBudget by(TransactionConfig config) {
        long unitLimit = Math.min(config.computeUnitLimit().getOrElse(0L), MAX_UNITS);
        BigInteger priorityFee = unsigned(config.priorityFeeLamports().getOrElse(0L));
        return new RequestedBudget(
                unitLimit,
                BaseUnits.ofUnsignedBits(priorityFee.multiply(MICRO).divide(BigInteger.valueOf(Math.max(unitLimit, 1))).longValue()),
                priorityFee,
                Math.min(config.loadedAccountsDataSizeLimit().getOrElse(0L), MAX_LOADED_BYTES));
    }

    private static BigInteger unsigned(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    private static Either<TransactionFailure, RequestedBudget> byInstructions(CompiledMessage message) {
        long[] values = new long[MAX_TAG + 1];
        boolean[] given = new boolean[MAX_TAG + 1];
        long usual = 0;
        int index = 0;
        for (CompiledInstruction instruction : message.instructions()) {
            Address program = message.staticKeys().get(instruction.programIndex());
            usual += KnownAddresses.isNativeProgram(program) ? USUAL_NATIVE_UNITS : USUAL_UNITS;
            if (program.equals(ComputeBudgetProgram.ID)) {
                int tag = instruction.data().length() == 0
                        ? 0
                        : instruction.data().at(0);
                if (tag < 1 || tag > MAX_TAG || !read(tag, instruction.data(), values) || (tag == 1 && !isHeap(values[1]))) {
                    return Either.left(new TransactionFailure.InstructionFailed(
                            index, new InstructionFailure.Named("InvalidInstructionData")));
                }
                if (given[tag]) {
                    return Either.left(new TransactionFailure.Named("DuplicateInstruction"));
                }
                given[tag] = true;
            }
            index++;
        }
        if (given[4] && values[4] == 0) {
            return Either.left(new TransactionFailure.Named("InvalidLoadedAccountsDataSizeLimit"));
        }
        long unitLimit = Math.min(given[2] ? values[2] : usual, MAX_UNITS);
        BigInteger micro = unsigned(values[3]).multiply(BigInteger.valueOf(unitLimit));
        return Either.right(new RequestedBudget(
                unitLimit,
                BaseUnits.ofUnsignedBits(values[3]),
                micro.add(MICRO).subtract(BigInteger.ONE).divide(MICRO),
                given[4] ? Math.min(values[4], MAX_LOADED_BYTES) : MAX_LOADED_BYTES));
    }

    private static boolean isHeap(long bytes) {
        return bytes >= LEAST_HEAP && bytes <= MOST_HEAP && bytes % 1_024 == 0;
    }

    /** Reads an argument. Tag 1: heap bytes; 2: compute units; 3: micro-lamports a unit; 4: loaded bytes. */
    private static boolean read(int tag, Bytes data, long[] values) {
        ByteReader in = new ByteReader(data);
        boolean known = in.u8() == tag;
        values[tag] = tag == 3 ? in.u64() : in.u32();
        return known && in.finishPrefix(tag).isRight();
    }

    /** Returns the fee in lamports. */
    long fee(int signatures, NetworkParameters network) {
        return signatures * network.lamportsPerSignature()
                + priorityFee.min(BigInteger.valueOf(Long.MAX_VALUE >> 1)).longValue();
    }
}
