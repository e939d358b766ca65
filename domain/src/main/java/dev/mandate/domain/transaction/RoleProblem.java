package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why the available signers do not suffice for a transaction. */
public sealed interface RoleProblem {

    /** These are not signers of the account. */
    record NotSigners(Array<Address> addresses) implements RoleProblem {}

    /** None of them can propose. */
    record NobodyProposes() implements RoleProblem {}

    /**
     * Too few of them can vote.
     *
     * @param voters the number that can
     */
    record TooFewVoters(int voters, Threshold threshold) implements RoleProblem {}

    /** None of them can execute. */
    record NobodyExecutes() implements RoleProblem {}
}
