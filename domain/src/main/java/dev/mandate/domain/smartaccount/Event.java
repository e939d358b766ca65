package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.Window;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;

/** The events of a smart account. {@code index} names a transaction. */
public sealed interface Event {

    record AccountCreated(Settings settings) implements Event {}

    record TransactionCreated(long index, Address by, TransactionContent content) implements Event {}

    record ProposalDrafted(long index, Address by, UnixTime at) implements Event {}

    /** The proposal is open for votes, either new or after a draft. */
    record ProposalOpened(long index, Address by, UnixTime at) implements Event {}

    record VoteCast(long index, Address by, Vote vote) implements Event {}

    /** A cancellation no longer counts, because its voter is no longer a signer. */
    record CancellationLapsed(long index, Address voter) implements Event {}

    /** The approvals reached the threshold; the time lock starts. */
    record Approved(long index, UnixTime at) implements Event {}

    record Rejected(long index, UnixTime at) implements Event {}

    record Cancelled(long index, UnixTime at) implements Event {}

    record Executed(long index, Address by, UnixTime at) implements Event {}

    /** A transaction and its proposal were closed and their rent returned. */
    record Closed(long index) implements Event {}

    /** The new settings. */
    record SettingsChanged(Settings settings) implements Event {}

    record LimitAdded(Address limit, SpendingLimit opened) implements Event {}

    record LimitRemoved(Address limit) implements Event {}

    /** Part of a limit was spent; {@code window} is the limit's new window. */
    record Spent(Address limit, Address by, Address destination, Window window) implements Event {}
}
