package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;

/** Why terms make no spending limit. */
public sealed interface LimitProblem {

    /** A limit of nothing. */
    record AmountZero() implements LimitProblem {}

    /** A limit for nobody. */
    record NoSigners() implements LimitProblem {}

    /** The same signer more than once. */
    record DuplicateSigner(Address signer) implements LimitProblem {}
}
