package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.Simulation;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.program.ComputeLimits;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The limits of a version 1 transaction, which gets only what it asks for. A simulation with the most that the network allows shows what
 * it needs; it then asks for that and a margin. A step that follows another one cannot be simulated yet, and asks for the most. What the
 * caller asked for is not changed.
 */
final class Version1Limits {

    private static final int MAX_HEAP_BYTES = 256 * 1_024;
    /** Large batches need this much. */
    private static final int USUAL_LARGE_HEAP_BYTES = 64 * 1_024;

    private final Chain chain;
    private final TransactionFormat format;

    Version1Limits(Chain chain, TransactionFormat format) {
        this.chain = chain;
        this.format = format;
    }

    /** A compute budget that asks for the most units and data, beside what {@code given} asks for. */
    Array<Instruction> most(Array<Instruction> given) {
        return limits(ComputeLimits.MOST, given);
    }

    private Array<Instruction> limits(ComputeLimits limits, Array<Instruction> given) {
        return format.computeBudget(limits, BaseUnits.ZERO, given).prependAll(given);
    }

    /** {@code compilation}, which asks for the most, with a large heap as well if that fits. */
    Compilation unsimulated(Compilation compilation, PlannedTransaction leg, Array<Instruction> given) {
        Compilation roomy = compilation.budgeting(compilation.computeBudget().appendAll(heap(MAX_HEAP_BYTES, given)));
        return roomy.compile(leg).isRight() ? roomy : compilation;
    }

    /**
     * {@code compilation}, which asks for the most, with limits by simulation. It stays as it is if the transaction fails whatever it asks
     * for.
     *
     * @param given what the caller asks for
     */
    Either<BuildRefusal, Compilation> simulated(Compilation compilation, PlannedTransaction leg, Array<Instruction> given) {
        return trial(compilation, leg).flatMap(trial -> mayLackHeap(trial)
                ? withHeap(compilation, leg, given)
                : Either.right(fitted(compilation, trial, given)));
    }

    private Either<BuildRefusal, Compilation> withHeap(Compilation compilation, PlannedTransaction leg, Array<Instruction> given) {
        Array<Instruction> usual = given.appendAll(heap(USUAL_LARGE_HEAP_BYTES, given));
        Array<Instruction> most = given.appendAll(heap(MAX_HEAP_BYTES, given));
        Compilation roomy = compilation.budgeting(most(most));
        if (usual.equals(given) || roomy.compile(leg).isLeft()) {
            return Either.right(compilation);
        }
        return trial(roomy, leg).flatMap(trial -> trial.failure().isDefined()
                ? Either.right(compilation)
                : trial(compilation.budgeting(most(usual)), leg).map(sparing -> sparing.failure().isDefined()
                        ? fitted(roomy, trial, most)
                        : fitted(roomy, sparing, usual)));
    }

    /** A heap of {@code bytes}, unless {@code given} asks for one. */
    private Option<Instruction> heap(int bytes, Array<Instruction> given) {
        return Option.when(format.config(given).heapSize().isEmpty(), () -> format.heap(bytes));
    }

    private Either<BuildRefusal, Simulation> trial(Compilation compilation, PlannedTransaction leg) {
        return compilation.compile(leg).flatMap(unsigned -> ChainReader.silentOn(chain.simulate(unsigned.transaction())));
    }

    /** A program that runs out of heap fails without a code of its own. */
    private static boolean mayLackHeap(Simulation trial) {
        return trial.failure()
                .exists(failure -> failure instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Named named));
    }

    private Compilation fitted(Compilation compilation, Simulation trial, Array<Instruction> given) {
        if (trial.failure().isDefined()) {
            return compilation;
        }
        ComputeLimits needed = ComputeLimits.of(trial);
        return compilation.budgeting(limits(
                new ComputeLimits(needed.units(), needed.loadedBytes().orElse(ComputeLimits.MOST.loadedBytes())), given));
    }
}
