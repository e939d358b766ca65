package dev.mandate.ports.chain;

import dev.mandate.domain.chain.Instruction;

/**
 * An instruction as it ran.
 *
 * @param instruction its addresses resolved, those from lookup tables too. Each account has the rights that the message gives it:
 *     that a program signed for an address of its own, or passed on less than it had, can't be seen
 */
public record RanInstruction(InstructionPosition position, Instruction instruction) {}
