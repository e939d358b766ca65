package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;

/** Why an account's bytes are not what they are taken for. */
public sealed interface LayoutProblem {

    /** Another program owns it. */
    record ForeignOwner(Address owner) implements LayoutProblem {}

    /**
     * The program owns it, and it is something else or damaged.
     *
     * @param detail for the operator
     */
    record Unreadable(String detail) implements LayoutProblem {}
}
