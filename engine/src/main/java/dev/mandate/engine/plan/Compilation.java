package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.CompileRefusal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.IntFunction;

/**
 * Compiles planned transactions for one payer.
 *
 * @param computeBudget what each transaction asks for: by instructions at its beginning, or by its config in version 1
 */
record Compilation(
        TransactionFormat format,
        Address payer,
        TransactionLifetime lifetime,
        TransactionVersion version,
        ComputeBudget computeBudget) {

    Either<BuildRefusal, UnsignedTransaction> compile(PlannedTransaction planned) {
        return format.compile(message(planned)).mapLeft(refusal -> switch (refusal) {
            case CompileRefusal.TooLarge(int bytes, int limit) -> new BuildRefusal.DoesNotFit(bytes, limit, Option.none());
            case CompileRefusal.TooManyAccounts(int accounts, int limit) ->
                new BuildRefusal.TooManyAccounts(accounts, limit);
            case CompileRefusal.TooManySigners(int signers, int limit) -> new BuildRefusal.TooManySigners(signers, limit);
            case CompileRefusal.TooManyInstructions(int instructions, int limit) ->
                new BuildRefusal.TooManyInstructions(instructions, limit);
            case CompileRefusal.NotCompilable(String detail) -> new BuildRefusal.NotCompilable(detail);
        });
    }

    /** What is compiled. */
    Message message(PlannedTransaction planned) {
        Array<Instruction> advance = lifetime.advance().toArray();
        return switch (version) {
            case LEGACY_OR_V0 ->
                new Message(
                        planned.tables().isEmpty() ? MessageVersion.LEGACY : MessageVersion.V0,
                        payer,
                        lifetime.blockhash(),
                        advance.appendAll(format.computeBudget(computeBudget)).appendAll(planned.instructions()),
                        planned.tables());
            case V1 ->
                new Message(
                        MessageVersion.V1,
                        payer,
                        lifetime.blockhash(),
                        // What is not set is nothing at all in version 1.
                        computeBudget.orElse(ComputeBudget.MOST).config(),
                        advance.appendAll(planned.instructions()),
                        Array.empty());
        };
    }

    /** The same compilation with another compute budget. */
    Compilation budgeting(ComputeBudget other) {
        return new Compilation(format, payer, lifetime, version, other);
    }

    /** The same compilation that also asks for {@code more}, where its budget does not set it; this one if {@code planned} would not fit. */
    Compilation asking(ComputeBudget more, PlannedTransaction planned) {
        Compilation asking = budgeting(computeBudget.orElse(more));
        return asking.compile(planned).isRight() ? asking : this;
    }

    /** The same compilation with another lifetime. */
    Compilation livingBy(TransactionLifetime other) {
        return new Compilation(format, payer, other, version, computeBudget);
    }

    /** Whether {@code refusal} means that it does not fit into one transaction. */
    static boolean isTooMuch(BuildRefusal refusal) {
        return refusal instanceof BuildRefusal.DoesNotFit
                || refusal instanceof BuildRefusal.TooManyAccounts
                || refusal instanceof BuildRefusal.TooManySigners
                || refusal instanceof BuildRefusal.TooManyInstructions;
    }

    /**
     * The largest number up to {@code most} for which {@code planned} fits into one transaction; 0 if none does. The size must grow with it.
     *
     * @param most 1 or more
     */
    int mostThatFit(int most, IntFunction<PlannedTransaction> planned) {
        int fits = 0;
        int tooMany = most + 1;
        while (tooMany - fits > 1) {
            int tried = (fits + tooMany) >>> 1;
            if (compile(planned.apply(tried)).isRight()) {
                fits = tried;
            } else {
                tooMany = tried;
            }
        }
        return fits;
    }
}
