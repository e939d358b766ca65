package dev.mandate.testkit.referee.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.InstructionType;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The rules and the simulated chain do what the deployed program did, by the corpus. */
@Tag("counted")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusReplayTest {

    private static final int SEQUENCES = 10_000;
    private static final long MOST_BYTES = 8 << 20;
    private static final int STRIDE = TestExtent.of(Corpus.SAMPLE_STRIDE, 1);

    private final CorpusSetup setup = Corpus.CHECKED_IN.setup();
    private final SequenceCodec codec = new SequenceCodec(setup);
    private Array<String> lines = Array.empty();

    @BeforeAll
    void readLines() {
        lines = Corpus.CHECKED_IN.lines(STRIDE);
    }

    @Test
    void theSimulatedChainDoesWhatTheProgramDid() {
        for (String line : lines) {
            ChainReplay<SimulatedChain> replay = new ChainReplay<>(setup, SimulatedChain.trustingSignatures(setup.start()));
            assertEquals(Option.none(), replay.difference(codec.read(line)));
        }
    }

    @Test
    void theRulesDecideAsTheProgramDid() {
        RulesReplay replay = new RulesReplay(setup, new SmartAccountRules());
        Array<RecordedSequence> sequences = ofKind(RecordedSequence.Kind.RULES);
        assertEquals(lines.size() / 2, sequences.size());
        sequences.forEach(sequence -> assertEquals(Option.none(), replay.difference(sequence)));
    }

    @Test
    void everySignerOfATransactionHasASeed() {
        setup.seeds().forEach((address, seed) -> assertEquals(address, TestKey.ofSeed(seed).address()));
        lines.map(codec::read)
                .flatMap(RecordedSequence::steps)
                .flatMap(step -> step.message().requiredSigners())
                .forEach(signer -> assertTrue(setup.seeds().containsKey(signer), signer::toString));
    }

    /** What only the whole of the corpus has. */
    @Test
    @Tag("full")
    void everyInstructionIsAcceptedAndRefused() {
        Array<RecordedStep> steps = lines.map(codec::read).flatMap(RecordedSequence::steps);
        Set<InstructionType> all = HashSet.of(InstructionType.values());
        assertEquals(all, types(steps.filter(step -> step.failure().isEmpty()).flatMap(RecordedStep::instructions)));
        assertEquals(all, types(steps.flatMap(CorpusReplayTest::refused)));
        System.out.println(lines.size() + " sequences, " + steps.size() + " transactions, "
                + steps.count(step -> step.failure().isEmpty()) + " of them accepted, with the program's errors "
                + steps.flatMap(RecordedStep::failure).flatMap(CorpusReplayTest::programError).distinct().sorted());
    }

    @Test
    @Tag("full")
    void sequencesAreNumberedAndSmall() throws IOException {
        assertEquals(Array.rangeClosed(1, SEQUENCES), lines.map(codec::read).map(RecordedSequence::number));
        long bytes = 0;
        for (Path file : Corpus.CHECKED_IN.files()) {
            bytes += Files.size(file);
        }
        assertTrue(bytes <= MOST_BYTES, "bytes: " + bytes);
    }

    private Array<RecordedSequence> ofKind(RecordedSequence.Kind kind) {
        return lines.map(codec::read).filter(sequence -> sequence.kind() == kind);
    }

    private static Set<InstructionType> types(Array<Instruction> instructions) {
        return instructions.flatMap(InstructionCodec.V4::decode).map(SquadsInstruction::type).toSet();
    }

    private static Option<Instruction> refused(RecordedStep step) {
        return step.failure().flatMap(failure -> failure instanceof TransactionFailure.InstructionFailed(int at, var cause)
                ? Option.some(step.instructions().get(at))
                : Option.none());
    }

    private static Option<Long> programError(TransactionFailure failure) {
        return failure instanceof TransactionFailure.InstructionFailed(int at, InstructionFailure.Custom(long code))
                ? Option.some(code)
                : Option.none();
    }
}
