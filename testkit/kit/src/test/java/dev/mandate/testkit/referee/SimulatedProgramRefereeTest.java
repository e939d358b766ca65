package dev.mandate.testkit.referee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.solana.squadsv4.instruction.InstructionType;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.testkit.svm.RequiredSvm;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The simulated and the deployed program agree on every answer, byte and lamport, for any call.
 *
 * <p>A number determines a sequence. {@code -Dreferee.sequences=10000} sets how many to play, {@code -Dreferee.first=4711} sets
 * the first one. A failure prints the number of its sequence; start there with one sequence.
 */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimulatedProgramRefereeTest {

    private static final UnixTime START = new UnixTime(1_760_000_000);
    private static final int STEPS = 20;

    private final SvmRig rig = RequiredSvm.rig(SvmSetup.squadsV4().trustingSignatures());
    private final Set<InstructionType> accepted = EnumSet.noneOf(InstructionType.class);
    private final Map<String, Integer> refusals = new TreeMap<>();
    private long transactions;
    private long acceptedTransactions;

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void agreesWithTheDeployedProgramOnEveryAnswerAndAccount() {
        long first = Long.getLong("referee.first", 1);
        int sequences = Integer.getInteger("referee.sequences", 500);
        for (long number = first; number < first + sequences; number++) {
            play(number);
        }
        System.out.println(sequences + " sequences: " + transactions + " transactions, " + acceptedTransactions
                + " of them accepted, and no divergence; refused for " + refusals);
        if (sequences >= 500) {
            assertEquals(EnumSet.allOf(InstructionType.class), accepted, "what was accepted at least once");
        }
    }

    private void play(long number) {
        rig.reset(START);
        ChainComparison<SvmChain> comparison = new ChainComparison<>(START, rig.chain());
        ProgramTransactions transactions = new ProgramTransactions(number);
        for (int step = 0; step < STEPS; step++) {
            ProgramTransactions.Planned next = transactions.next(comparison.simulated());
            comparison.advance(next.seconds());
            switch (comparison.play(next.payer(), next.instructions())) {
                case ChainComparison.Round.Unsendable unsendable -> {}
                case ChainComparison.Round.Agreed(Option<TransactionFailure> failure) -> count(next.chosen(), failure);
                case ChainComparison.Round.Diverged(String report) ->
                    fail("sequence " + number + ", step " + step + ": " + next.chosen().mkString("\n  ") + "\n" + report);
            }
        }
    }

    private void count(Seq<SquadsInstruction> chosen, Option<TransactionFailure> failure) {
        transactions++;
        if (failure.isEmpty()) {
            acceptedTransactions++;
            chosen.forEach(instruction -> accepted.add(instruction.type()));
        }
        failure.map(SimulatedProgramRefereeTest::name).forEach(name -> refusals.merge(name, 1, Integer::sum));
    }

    /** Returns the name without the position in the transaction. */
    private static String name(TransactionFailure failure) {
        return switch (failure) {
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)) ->
                Long.toString(code);
            case TransactionFailure.InstructionFailed(int index, InstructionFailure.Named(String name)) -> name;
            case TransactionFailure.InsufficientFundsForRent rent -> "InsufficientFundsForRent";
            case TransactionFailure.Named(String name) -> name;
        };
    }
}
