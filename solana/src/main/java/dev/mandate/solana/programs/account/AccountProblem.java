package dev.mandate.solana.programs.account;

/** Why an account's data can't be read as what it is taken for. */
public sealed interface AccountProblem {

    /**
     * Of a length that such an account never has.
     *
     * @param expected in bytes, the least if there are several
     */
    record WrongLength(int length, int expected) implements AccountProblem {}

    /**
     * A number that stands for a kind or a state, and for none that is known.
     *
     * @param offset of its first byte
     */
    record UnknownTag(int offset, long tag) implements AccountProblem {}

    /** There is room for such an account, but nothing has been written yet. */
    record NotInitialized() implements AccountProblem {}
}
