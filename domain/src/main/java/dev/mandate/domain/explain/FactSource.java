package dev.mandate.domain.explain;

/** Where a fact comes from. */
public sealed interface FactSource {

    /** The bytes that were given. */
    record GivenBytes() implements FactSource {}

    /**
     * The chain.
     *
     * @param slot at which it was read
     * @param nodes how many told the same
     */
    record OnChain(long slot, int nodes) implements FactSource {}
}
