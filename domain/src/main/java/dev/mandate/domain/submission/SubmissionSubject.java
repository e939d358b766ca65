package dev.mandate.domain.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import io.vavr.collection.Array;

/**
 * The tenant, network and accounts of a submission.
 *
 * @param account that it acts on or creates
 * @param reached other accounts on which it acts by content that it records, approves or executes
 */
public record SubmissionSubject(Tenant tenant, Network network, Address account, Array<Address> reached) {

    /** All accounts on which it acts. */
    public Array<Address> accounts() {
        return reached.prepend(account);
    }
}
