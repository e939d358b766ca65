package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;

/** Why terms do not make a spending limit. */
public sealed interface LimitProblem {

    /** The amount is 0. */
    record AmountZero() implements LimitProblem {}

    /** There is no signer. */
    record NoSigners() implements LimitProblem {}

    /** A signer is named more than once. */
    record DuplicateSigner(Address signer) implements LimitProblem {}
}
