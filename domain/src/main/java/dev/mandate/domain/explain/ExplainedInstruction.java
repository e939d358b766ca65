package dev.mandate.domain.explain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * An instruction, and the content that it records, votes on or executes.
 *
 * @param number zero-based, among the instructions that run with it. The instructions of one batch have the same number
 * @param instruction its accounts with their rights, and its bytes
 * @param content once, at the first instruction that names it
 */
public record ExplainedInstruction(int number, Instruction instruction, DescribedInstruction decoded, Option<ExplainedContent> content) {

    /** How much it deserves to be looked at: 0 deserves it most. */
    public int rank() {
        int own = switch (decoded) {
            case DescribedInstruction.Unknown unknown -> 0;
            case DescribedInstruction.Decoded known -> known.kind().rank();
        };
        return content.map(within -> Math.min(own, within.rank())).getOrElse(own);
    }

    /** Its sentence, then those about its token, then those of its content, the worst first. */
    public String sentence() {
        Array<String> notes = switch (decoded) {
            case DescribedInstruction.Unknown unknown -> Array.empty();
            case DescribedInstruction.Decoded known -> known.notes();
        };
        return Array.of(decoded.sentence()).appendAll(notes).appendAll(content.map(ExplainedContent::sentence)).mkString(" ");
    }

    /** The sentences of {@code all}, the worst first. */
    static Array<String> sentences(Array<ExplainedInstruction> all) {
        return all.sortBy(ExplainedInstruction::rank).map(ExplainedInstruction::sentence);
    }

    /** This and all that is within, with the vault that signs for each; none for the instructions of the transaction itself. */
    public Array<ExplainedInstruction> withAll() {
        return Array.of(this).appendAll(content.toArray().flatMap(within -> within.instructions().flatMap(ExplainedInstruction::withAll)));
    }

    /** The contents within, at any depth. */
    public Array<ExplainedContent> contents() {
        return content.toArray().flatMap(ExplainedContent::withAll);
    }

    /** Whether this or something within is not understood. */
    Array<Address> unknownPrograms() {
        return withAll().flatMap(one -> one.decoded() instanceof DescribedInstruction.Unknown unknown
                ? Option.some(unknown.program())
                : Option.<Address>none());
    }
}
