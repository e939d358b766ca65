package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;

/** Why an account's bytes cannot be read as the expected kind. */
public sealed interface LayoutProblem {

    /** Another program owns it. */
    record ForeignOwner(Address owner) implements LayoutProblem {}

    /**
     * The program owns it, but it is of another kind or damaged.
     *
     * @param detail for the operator
     */
    record Unreadable(String detail) implements LayoutProblem {}
}
