package dev.mandate.domain.review;

import dev.mandate.domain.chain.Address;

/** Why a vote must not be cast, or content not be recorded, approved or executed. A vote names only an index on the chain. */
public sealed interface VoteProblem {

    /**
     * Nothing is proposed there yet. The vote would count for the first proposal that is made.
     *
     * @param proposal where it would be counted
     */
    record NotProposedYet(Address proposal) implements VoteProblem {}

    /**
     * Other content is proposed than the vote names: another proposal came first.
     *
     * @param index of the other transaction
     */
    record AnotherProposed(long index) implements VoteProblem {}

    /**
     * The vote does not name the content, and the same transaction does not create it. It would count for any content.
     *
     * @param proposal where it would be counted
     */
    record VoteNamesNothing(Address proposal) implements VoteProblem {}

    /**
     * The effect of the content cannot be shown.
     *
     * @param transaction the address of the content
     */
    record ContentOpaque(Address transaction, String why) implements VoteProblem {}

    /** A clause that says the same to a voter on content that holds the instruction. */
    default String why() {
        return switch (this) {
            case NotProposedYet(var proposal) -> "it votes on " + proposal + ", which is not proposed yet";
            case AnotherProposed(long index) -> "it votes on other content than it names for transaction " + index;
            case VoteNamesNothing(var proposal) -> "it votes on " + proposal + " without naming the content";
            case ContentOpaque(var transaction, String why) -> "the content at " + transaction + " cannot be shown: " + why;
        };
    }
}
