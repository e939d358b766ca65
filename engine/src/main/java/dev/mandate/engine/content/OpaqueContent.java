package dev.mandate.engine.content;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/** Finds opaque content: its effect cannot be shown. It can be rejected and cancelled here, but neither approved nor executed. */
public final class OpaqueContent {

    private OpaqueContent() {}

    /**
     * Why {@code content} cannot be shown; none if it can.
     *
     * @param tables the lookup tables that it uses, as far as they can be read
     */
    public static Option<String> why(SmartAccountProgram program, TransactionContent content, Seq<LookupTable> tables) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> Option.none();
            case TransactionContent.Opaque opaque -> Option.some(opaque.why());
            case TransactionContent.VaultInstructions instructions ->
                program.restore(instructions, tables).fold(OpaqueContent::unread, program::unreadable);
        };
    }

    /** The instructions that a vault would sign; empty for other content, and if they cannot be decoded. */
    public static Array<Instruction> said(SmartAccountProgram program, TransactionContent content, Seq<LookupTable> tables) {
        return content.vaultInstructions().toArray().flatMap(instructions ->
                program.restore(instructions, tables).getOrElse(Array.empty()));
    }

    private static Option<String> unread(LayoutProblem problem) {
        return Option.some(switch (problem) {
            case LayoutProblem.ForeignOwner foreign -> "kept by another program: " + foreign.owner();
            case LayoutProblem.OfAnotherAccount another -> "of another account: " + another.settings();
            case LayoutProblem.UnknownKind unknown -> "of an unknown kind: " + unknown.mark();
            case LayoutProblem.MissingEntry missing ->
                "the lookup table %s has no entry %s".formatted(missing.table(), missing.index());
            case LayoutProblem.Unreadable(String detail) -> detail;
        });
    }
}
