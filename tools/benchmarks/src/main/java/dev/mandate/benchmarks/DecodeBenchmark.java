package dev.mandate.benchmarks;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From 767 bytes to five Squads instructions in their own terms, every check made. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DecodeBenchmark {

    private final Bytes transaction = new Prepared().prepare(1).transaction();

    @Benchmark
    public SquadsInstruction[] parseAndDecode() {
        var instructions = WireTransaction.parse(transaction)
                .get()
                .message()
                .decompile(Array.empty())
                .get()
                .instructions();
        SquadsInstruction[] decoded = new SquadsInstruction[instructions.size()];
        int at = 0;
        for (Instruction instruction : instructions) {
            decoded[at++] = InstructionCodec.V4.decode(instruction).get();
        }
        return decoded;
    }
}
