package dev.mandate.ports.spi.chain;

import io.vavr.control.Option;

/**
 * The place of an instruction in a transaction. Ordered as they ran: an outer instruction, then its calls, then the next outer one.
 *
 * @param outer the index of the message's instruction, from 0
 * @param inner the index, from 0, among the calls that it caused at any depth; none for the message's instruction itself
 */
public record InstructionPosition(int outer, Option<Integer> inner) implements Comparable<InstructionPosition> {

    /** The message's own instruction at {@code index}. */
    public static InstructionPosition outer(int index) {
        return new InstructionPosition(index, Option.none());
    }

    /** A call within the message's instruction at {@code outer}. */
    public static InstructionPosition inner(int outer, int index) {
        return new InstructionPosition(outer, Option.some(index));
    }

    @Override
    public int compareTo(InstructionPosition other) {
        return outer == other.outer
                ? Integer.compare(inner.getOrElse(-1), other.inner.getOrElse(-1))
                : Integer.compare(outer, other.outer);
    }

    /** {@code 2}, or {@code 2.0} for a call within. */
    @Override
    public String toString() {
        return inner.map(index -> outer + "." + index).getOrElse(() -> Integer.toString(outer));
    }
}
