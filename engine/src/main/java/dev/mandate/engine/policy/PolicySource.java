package dev.mandate.engine.policy;

import dev.mandate.ports.policy.TransactionPolicy;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.Set;

/** The policies of an owner on a network, as they are now. */
public interface PolicySource {

    /** No policy. */
    PolicySource NONE = of(Array.empty());

    /** The same policies for every transaction. */
    static PolicySource of(Array<TransactionPolicy> policies) {
        return new PolicySource() {
            @Override
            public boolean isEmpty() {
                return policies.isEmpty();
            }

            @Override
            public Array<TransactionPolicy> on(Set<AccountRef> accounts) {
                return policies;
            }
        };
    }

    /** Whether there is no policy for any account. Then transactions need not be decoded for policies. */
    boolean isEmpty();

    /** The policies on a transaction that is about {@code accounts}. */
    Array<TransactionPolicy> on(Set<AccountRef> accounts);
}
