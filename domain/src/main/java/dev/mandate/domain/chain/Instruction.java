package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Seq;

/**
 * One call of a program.
 *
 * @param program the called program
 * @param accounts in the order that the program defines; an address may occur several times
 * @param data the arguments in the program's own encoding
 */
public record Instruction(Address program, Seq<AccountMeta> accounts, Bytes data) {}
