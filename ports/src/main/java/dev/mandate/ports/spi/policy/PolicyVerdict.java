package dev.mandate.ports.spi.policy;

import dev.mandate.domain.filter.PolicyReason;
import io.vavr.collection.Array;

/** The answer of a policy. */
public sealed interface PolicyVerdict {

    /** The policy has nothing against the transaction. */
    record Allowed() implements PolicyVerdict {}

    /**
     * The transaction is not built, signed or sent.
     *
     * @param reasons at least one
     */
    record Vetoed(Array<PolicyReason> reasons) implements PolicyVerdict {
        public Vetoed {
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("a veto has a reason");
            }
        }
    }

    /** A veto for {@code reasons}; allowed if there are none. */
    static PolicyVerdict of(Array<PolicyReason> reasons) {
        return reasons.isEmpty() ? new Allowed() : new Vetoed(reasons);
    }
}
