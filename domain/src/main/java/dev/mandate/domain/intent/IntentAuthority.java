package dev.mandate.domain.intent;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Set;

/** Whose signatures an intent needs. */
public sealed interface IntentAuthority {

    /** As many signers that can vote as the threshold says, or the account's admin alone. */
    record ThresholdOrAdmin() implements IntentAuthority {}

    /** One of these addresses. */
    record OneOf(Set<Address> entitled) implements IntentAuthority {}
}
