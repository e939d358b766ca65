package dev.mandate.engine.plan;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.ComputeBudget;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The compute units, loaded data and heap that transactions ask for. What the caller asked for is not changed. What does not fit into a
 * transaction is left out.
 *
 * <p>A simulation with the most that the network allows shows what a transaction needs; it then asks for that and a margin. If it fails or the
 * chain does not answer, and for a step that follows another one and so cannot be simulated yet, the need is not known. Then the network's
 * defaults apply: 200,000 units for an instruction, and 32 KiB of heap. They are enough for each instruction of the account program but an
 * execution, which runs the instructions of others. So a transaction that may execute asks for the most, and in version 1, which has no
 * defaults, each does.
 */
final class ResourceLimits {

    private static final int MAX_HEAP_BYTES = 256 * 1_024;
    /** Large batches need this much. */
    private static final int USUAL_LARGE_HEAP_BYTES = 64 * 1_024;

    /** For an execution whose need is not known. */
    static final ComputeBudget MOST_FOR_EXECUTION = ComputeBudget.MOST_UNITS.orElse(ComputeBudget.heap(MAX_HEAP_BYTES));

    private final Chain chain;

    ResourceLimits(Chain chain) {
        this.chain = chain;
    }

    /**
     * The result of a simulation.
     *
     * @param compilation asks for what is needed
     * @param simulation with the most that the network allows; left: the chain did not answer
     */
    record Simulated(Compilation compilation, Either<ChainFault, Simulation> simulation) {

        private boolean succeeded() {
            return simulation.exists(tried -> tried.failure().isEmpty());
        }
    }

    /** {@code compilation} with limits by a simulation of {@code planned}. */
    Either<BuildRefusal, Simulated> simulated(Compilation compilation, PlannedTransaction planned) {
        return tried(compilation, planned).flatMap(first -> first.simulation().exists(ResourceLimits::mayLackHeap)
                ? withHeap(first, planned)
                : Either.right(first))
                .map(tried -> new Simulated(limited(tried, planned), tried.simulation()));
    }

    /** {@code compilation} for a {@code planned} that cannot be simulated. */
    Compilation unsimulated(Compilation compilation, PlannedTransaction planned) {
        boolean mayExecute = planned.kind() == Step.Kind.EXECUTE || planned.kind() == Step.Kind.ALL;
        return mayExecute || compilation.version() == TransactionVersion.V1
                ? compilation.asking(ComputeBudget.MOST_UNITS, planned).asking(MOST_FOR_EXECUTION, planned)
                : compilation;
    }

    private Compilation limited(Simulated tried, PlannedTransaction planned) {
        return tried.succeeded()
                ? tried.compilation().asking(ComputeBudget.fitting(tried.simulation().get()), planned)
                : unsimulated(tried.compilation(), planned);
    }

    private Either<BuildRefusal, Simulated> withHeap(Simulated first, PlannedTransaction planned) {
        Compilation given = first.compilation();
        Compilation large = given.asking(ComputeBudget.heap(MAX_HEAP_BYTES), planned);
        Compilation usual = given.asking(ComputeBudget.heap(USUAL_LARGE_HEAP_BYTES), planned);
        return large.equals(given)
                ? Either.right(first)
                : tried(large, planned).flatMap(most -> most.succeeded()
                        ? tried(usual, planned).map(sparing -> sparing.succeeded() ? sparing : most)
                        : Either.right(new Simulated(given, most.simulation())));
    }

    /**
     * Simulates it with the most units and data. It pays no priority fee then unless the caller set the unit limit: for the most units the fee
     * may be more than the payer has.
     */
    private Either<BuildRefusal, Simulated> tried(Compilation compilation, PlannedTransaction planned) {
        ComputeBudget budget = compilation.computeBudget();
        Compilation trial = budget.unitLimit().isDefined() ? compilation : compilation.budgeting(budget.priced(Option.none()));
        return trial.asking(ComputeBudget.MOST, planned)
                .compile(planned)
                .map(unsigned -> new Simulated(compilation, chain.simulate(unsigned.transaction())));
    }

    /** A program that runs out of heap writes where it may not, which ends it without a code of its own. */
    private static boolean mayLackHeap(Simulation trial) {
        return trial.failure()
                .exists(failure -> failure instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Named(String name))
                        && name.equals("ProgramFailedToComplete"));
    }
}
