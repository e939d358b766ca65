package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.ManagedTransaction;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * One transaction of an account as it stands.
 *
 * @param stale whether settings have changed since it was proposed
 * @param mayStillVote who could vote now: to approve or reject what is open, to cancel what is approved
 * @param executableAt when an approved one may be executed, by the chain's clock; none if it never may
 * @param at the chain's time of the reading
 */
public record TransactionView(
        ManagedTransaction transaction,
        boolean stale,
        Vector<Address> mayStillVote,
        Option<UnixTime> executableAt,
        UnixTime at) {}
