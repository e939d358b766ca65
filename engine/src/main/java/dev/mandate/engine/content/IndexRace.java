package dev.mandate.engine.content;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.collection.Stream;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * Tells whether a transaction would fail because another one has taken the index for which it was built. The content's address follows from the
 * index, so the program finds the address of another one.
 */
public final class IndexRace {

    /** The program's error for an address that it does not derive. */
    private static final String OTHER_ADDRESS = "ConstraintSeeds";

    /** So many transactions may have been faster. */
    private static final int MOST = 1_000;

    private final SmartAccountProgram program;

    public IndexRace(SmartAccountProgram program) {
        this.program = program;
    }

    /**
     * The lost race, if it is one.
     *
     * @param newest the account's newest transaction index now; asked only if a race is possible
     */
    public Option<ReviewFinding> lost(
            TransactionFailure failure, AccountRef account, Seq<Instruction> instructions, Supplier<Option<Long>> newest) {
        return isOtherAddress(failure)
                ? newest.get()
                        .flatMap(index -> taken(account, created(account, instructions), index))
                        .map(index -> new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(index)))
                : Option.none();
    }

    private boolean isOtherAddress(TransactionFailure failure) {
        return failure instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code))
                && program.errorName(code).contains(OTHER_ADDRESS);
    }

    private Array<Address> created(AccountRef account, Seq<Instruction> instructions) {
        return instructions.toArray()
                .flatMap(program::lifeCycle)
                .filter(step -> step.settings().equals(account.settings()))
                .filter(step -> step instanceof LifeCycleInstruction.Create || step instanceof LifeCycleInstruction.CreateFromBuffer)
                .map(LifeCycleInstruction::target);
    }

    private Option<Long> taken(AccountRef account, Array<Address> created, long newest) {
        return created.isEmpty()
                ? Option.none()
                : Stream.iterate(newest, index -> index - 1)
                        .takeWhile(index -> index > Math.max(0, newest - MOST))
                        .find(index -> created.contains(program.transactionAddress(account, index)));
    }
}
