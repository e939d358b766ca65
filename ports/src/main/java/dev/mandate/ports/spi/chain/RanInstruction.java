package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Instruction;

/**
 * An instruction as it ran.
 *
 * @param instruction its addresses resolved, those from lookup tables too. Each account has the rights that the message gives it;
 *     signatures by programs for their own addresses, and rights that a program did not pass on, are not shown
 */
public record RanInstruction(InstructionPosition position, Instruction instruction) {}
