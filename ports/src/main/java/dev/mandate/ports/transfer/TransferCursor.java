package dev.mandate.ports.transfer;

import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.chain.InstructionPosition;
import io.vavr.control.Option;

/**
 * How far a list of transfers has been read. It is a place on the chain, so it stays valid when new transfers come.
 *
 * @param newer a transaction from a slot above {@code slot}, from which on histories are read; none: from the newest on
 * @param slot all of the slots above have been read
 * @param signature the transaction in that slot at which reading stopped
 * @param position in it, the last that has been read; the rest of it stands before
 */
public record TransferCursor(Option<Signature> newer, long slot, Signature signature, InstructionPosition position) {}
