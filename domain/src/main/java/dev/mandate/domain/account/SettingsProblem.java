package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;

/** Why signers, threshold and time lock do not make an account that can be governed. In the program's order of checks. */
public sealed interface SettingsProblem {

    /** More signers than the chain can count. */
    record TooManySigners(int signers, int limit) implements SettingsProblem {}

    /** The same address more than once. */
    record DuplicateSigner(Address signer) implements SettingsProblem {}

    /** A permission that does not exist. */
    record UnknownPermission(Address signer, Permissions permissions) implements SettingsProblem {}

    /** Nobody can propose. */
    record NoProposer() implements SettingsProblem {}

    /** Nobody can execute. */
    record NoExecutor() implements SettingsProblem {}

    /** Nobody can vote. */
    record NoVoter() implements SettingsProblem {}

    /** A threshold of 0 would approve everything. */
    record ThresholdZero() implements SettingsProblem {}

    /**
     * The threshold could never be reached.
     *
     * @param voters the number of signers that can vote
     */
    record ThresholdExceedsVoters(Threshold threshold, int voters) implements SettingsProblem {}

    /** The time lock exceeds {@link TimeLock#MAX_SECONDS}. */
    record TimeLockTooLong(TimeLock timeLock, long limitSeconds) implements SettingsProblem {}
}
