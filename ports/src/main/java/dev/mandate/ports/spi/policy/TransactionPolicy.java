package dev.mandate.ports.spi.policy;

/**
 * A host's veto on transactions beside the rules of the account. The engine asks before it builds a transaction, and again before a managed
 * signer signs it and before it is recorded for sending. The second input is the signed message, with lookup tables as they are then.
 *
 * <p>An implementation must be pure: equal inputs have equal verdicts, with no clock, state, file or network. It must answer every input
 * without an exception, from any thread. {@code TransactionPolicyContract} of the testkit checks this.
 */
@FunctionalInterface
public interface TransactionPolicy {

    /** The verdict on a transaction. */
    PolicyVerdict decide(PolicyInput input);
}
