package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import io.vavr.collection.Array;

/** Why nothing happened. Each carries the facts that decided. */
public sealed interface Refusal {

    /** The account is there already. */
    record AccountExists() implements Refusal {}

    /** There is no such account. */
    record NoAccount() implements Refusal {}

    /**
     * The new account could not be governed.
     *
     * @param problems all of them, in the program's order of checks
     */
    record BadAccount(Array<SettingsProblem> problems) implements Refusal {}

    /** Who asks may not. */
    record NotAllowed(SignerRefusal why) implements Refusal {}

    /** The settings stay as they are. */
    record SettingsStay(SettingsRefusal why) implements Refusal {}

    /** The proposal stays as it is. */
    record ProposalStays(long index, ProposalRefusal why) implements Refusal {}

    /** Nothing is spent, or the limit is not made. */
    record NotSpent(SpendingRefusal why) implements Refusal {}

    /** There is no content at this index: never recorded, or closed. */
    record NoTransaction(long index) implements Refusal {}

    /** Nobody has made a proposal to this transaction yet. */
    record NoProposal(long index) implements Refusal {}

    /** A transaction has at most one proposal. */
    record ProposalExists(long index) implements Refusal {}

    /** The index lies beyond the newest transaction. */
    record IndexAhead(long index, long transactionIndex) implements Refusal {}

    /** A recorded transaction without a proposal can be closed only once it is stale. */
    record NotClosable(long index, long staleIndex) implements Refusal {}

    /** Rent comes back only where a rent collector is set. */
    record NoRentCollector() implements Refusal {}

    /** Rent goes to the account's rent collector alone. */
    record WrongRentCollector(Address asked, Address collector) implements Refusal {}

    /** A limit is at this address already. */
    record LimitExists(Address limit) implements Refusal {}

    /** There is no limit at this address. */
    record NoLimit(Address limit) implements Refusal {}
}
