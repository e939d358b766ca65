package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import io.vavr.collection.Array;

/** Why the rules refuse a command. Each refusal carries the facts that decided. */
public sealed interface Refusal {

    /** The account already exists. */
    record AccountExists() implements Refusal {}

    /** The account does not exist. */
    record NoAccount() implements Refusal {}

    /**
     * The new account could not be governed.
     *
     * @param problems all of them, in the program's order of checks
     */
    record BadAccount(Array<SettingsProblem> problems) implements Refusal {}

    /** The signer may not do this. */
    record NotAllowed(SignerRefusal why) implements Refusal {}

    /** The settings do not change. */
    record SettingsRefused(SettingsRefusal why) implements Refusal {}

    /** The proposal does not change its state. */
    record ProposalRefused(long index, ProposalRefusal why) implements Refusal {}

    /** The limit is not used, or not created. */
    record NotSpent(SpendingRefusal why) implements Refusal {}

    /** There is no content at this index: it was never recorded, or is closed. */
    record NoTransaction(long index) implements Refusal {}

    /** The transaction has no proposal yet. */
    record NoProposal(long index) implements Refusal {}

    /** A transaction has at most one proposal. */
    record ProposalExists(long index) implements Refusal {}

    /** The index is above that of the newest transaction. */
    record IndexAhead(long index, long transactionIndex) implements Refusal {}

    /** A recorded transaction without a proposal can be closed only once it is stale. */
    record NotClosable(long index, long staleIndex) implements Refusal {}

    /** There is no rent collector, so rent cannot be returned. */
    record NoRentCollector() implements Refusal {}

    /** Rent goes only to the account's rent collector. */
    record WrongRentCollector(Address asked, Address collector) implements Refusal {}

    /** There is already a limit at this address. */
    record LimitExists(Address limit) implements Refusal {}

    /** There is no limit at this address. */
    record NoLimit(Address limit) implements Refusal {}
}
