/** The contract of policies: a host's tests extend {@link dev.mandate.testkit.policy.TransactionPolicyContract}. */
@NullMarked
package dev.mandate.testkit.policy;

import org.jspecify.annotations.NullMarked;
