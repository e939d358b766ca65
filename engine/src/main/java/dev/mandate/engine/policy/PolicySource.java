package dev.mandate.engine.policy;

import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.AccountRef;
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
            public Present on(Set<AccountRef> accounts) {
                return new Present(policies, Array.empty());
            }
        };
    }

    /** Whether there is no policy for any account. Then transactions need not be decoded for policies. */
    boolean isEmpty();

    /** The policies on a transaction that is about {@code accounts}. */
    Present on(Set<AccountRef> accounts);

    /**
     * Policies as they are now.
     *
     * @param unchanged for a commit that depends on them: it is refused once they have changed
     */
    record Present(Array<TransactionPolicy> policies, Array<StreamAppend> unchanged) {}
}
