package dev.mandate.ports.spi.policy;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import io.vavr.collection.Array;

/**
 * An instruction as it was read.
 *
 * @param instruction its bytes and accounts, those of lookup tables included
 * @param calls what it asks of programs: one call; several for a batch, or if a token calls a program at each transfer
 * @param contents content that it records, approves or executes. Each content stands once in a transaction, where it is first named
 */
public record DecodedInstruction(Instruction instruction, Array<DecodedCall> calls, Array<DecodedContent> contents) {

    /** This and all instructions of content within. */
    public Array<DecodedInstruction> all() {
        return contents.flatMap(DecodedContent::instructions).flatMap(DecodedInstruction::all).prepend(this);
    }
}
