package dev.mandate.solana.wire;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.bytes.ByteWriter;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The layout of a version 1 message, and its limits. Source: SIMD-0385. */
final class Version1 {

    /** The first byte of message and transaction. In the older versions it would mean more signatures than ever fit. */
    static final int PREFIX = MessageParser.VERSION_FLAG | 1;

    static final int MAX_SIGNATURES = 12;
    static final int MAX_KEYS = 64;
    static final int MAX_INSTRUCTIONS = 64;
    /** The number of an instruction's accounts is one byte. */
    static final int MAX_INSTRUCTION_ACCOUNTS = 255;

    private static final int PRIORITY_FEE = 0b11;
    private static final int UNIT_LIMIT = 0b100;
    private static final int LOADED_DATA_LIMIT = 0b1000;
    private static final int HEAP_SIZE = 0b1_0000;
    private static final int KNOWN = PRIORITY_FEE | UNIT_LIMIT | LOADED_DATA_LIMIT | HEAP_SIZE;

    private Version1() {}

    static boolean begins(Bytes source) {
        return source.length() > 0 && Byte.toUnsignedInt(source.at(0)) == PREFIX;
    }

    /** The place of an instruction's program, and the lengths of its parts. */
    private record InstructionHeader(int program, int accounts, int data) {

        static final int LENGTH = 4;

        static InstructionHeader read(ByteReader in) {
            return new InstructionHeader(in.u8(), in.u8(), in.u16());
        }

        CompiledInstruction payload(ByteReader in) {
            return new CompiledInstruction(program, in.bytes(accounts), in.bytes(data));
        }
    }

    /** Reads a message, prefix included. The reader may have met a problem, which its end will tell. */
    static Either<WireProblem, CompiledMessage> read(ByteReader in) {
        in.skip(1);
        MessageHeader header = new MessageHeader(in.u8(), in.u8(), in.u8());
        int mask = (int) in.u32();
        Blockhash lifetime = new Blockhash(in.bytes32());
        int instructionCount = in.u8();
        Array<Address> keys = in.list(in.u8(), Bytes32.LENGTH, ByteReader::address);
        return config(mask, in).map(config -> {
            Array<InstructionHeader> headers = in.list(instructionCount, InstructionHeader.LENGTH, InstructionHeader::read);
            return new CompiledMessage(
                    MessageVersion.V1,
                    header,
                    keys,
                    lifetime,
                    config,
                    headers.map(instruction -> instruction.payload(in)),
                    Array.empty());
        });
    }

    private static Either<WireProblem, TransactionConfig> config(int mask, ByteReader in) {
        if ((mask & ~KNOWN) != 0) {
            return Either.left(new WireProblem.UnknownConfigBits(mask & ~KNOWN));
        }
        if (Integer.bitCount(mask & PRIORITY_FEE) == 1) {
            return Either.left(new WireProblem.HalfPriorityFee(mask));
        }
        Option<Long> priorityFee = Option.when((mask & PRIORITY_FEE) != 0, in::u64);
        Option<Long> unitLimit = Option.when((mask & UNIT_LIMIT) != 0, in::u32);
        Option<Long> loadedLimit = Option.when((mask & LOADED_DATA_LIMIT) != 0, in::u32);
        Option<Long> heapSize = Option.when((mask & HEAP_SIZE) != 0, in::u32);
        return in.finishPrefix(heapSize.filter(bytes -> !TransactionConfig.isHeapSize(bytes)))
                .<WireProblem>mapLeft(WireProblem.Malformed::new)
                .flatMap(refused -> refused.<WireProblem>map(WireProblem.HeapSize::new)
                        .toEither(() -> new TransactionConfig(priorityFee, unitLimit, loadedLimit, heapSize.map(Long::intValue)))
                        .swap());
    }

    static void write(CompiledMessage message, ByteWriter out) {
        TransactionConfig config = message.config();
        out.u8(PREFIX);
        message.header().write(out);
        out.u32(mask(config));
        out.bytes32(message.lifetime().bytes());
        out.u8(message.instructions().size());
        out.u8(message.staticKeys().size());
        out.list(message.staticKeys(), (key, to) -> to.address(key));
        config.priorityFeeLamports().forEach(out::u64);
        config.computeUnitLimit().forEach(out::u32);
        config.loadedAccountsDataSizeLimit().forEach(out::u32);
        config.heapSize().forEach(out::u32);
        out.list(message.instructions(), (instruction, to) -> {
            to.u8(instruction.programIndex());
            to.u8(instruction.accountIndexes().length());
            to.u16(instruction.data().length());
        });
        out.list(message.instructions(), (instruction, to) -> {
            to.bytes(instruction.accountIndexes());
            to.bytes(instruction.data());
        });
    }

    private static int mask(TransactionConfig config) {
        return (config.priorityFeeLamports().isDefined() ? PRIORITY_FEE : 0)
                | (config.computeUnitLimit().isDefined() ? UNIT_LIMIT : 0)
                | (config.loadedAccountsDataSizeLimit().isDefined() ? LOADED_DATA_LIMIT : 0)
                | (config.heapSize().isDefined() ? HEAP_SIZE : 0);
    }

    /** Returns the length of an instruction in a message. */
    static int length(CompiledInstruction instruction) {
        return InstructionHeader.LENGTH + instruction.accountIndexes().length() + instruction.data().length();
    }
}
