package dev.mandate.domain.chain;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Seq;

/**
 * One call of a program.
 *
 * @param program the program that is called
 * @param accounts in the order that the program defines; one address may stand more than once
 * @param data the program's own encoding of its arguments
 */
public record Instruction(Address program, Seq<AccountMeta> accounts, Bytes data) {}
