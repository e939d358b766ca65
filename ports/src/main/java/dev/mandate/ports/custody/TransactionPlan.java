package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Appointments;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.GiveawayWarning;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What was built, and what there is to know about it: one transaction, or several where all of it does not fit one.
 *
 * @param steps the transactions, in the order in which they are to land; never empty
 * @param phase how far they lead, all of them
 * @param index of the account's transaction that they are about
 * @param account the account that is made
 * @param limit the spending limit that is made
 * @param outsideSigners who signs for what a prepared transaction does itself, beside those who act for the account: it may
 *     use their own accounts too. Of what is put to the vote, and of what is approved, those who would sign its execution
 * @param appointments who is given a say by it, and is no signer yet
 * @param warnings what is given away by what it prepares, proposes, approves or executes
 */
public record TransactionPlan(
        Array<Step> steps,
        Phase phase,
        Option<Long> index,
        Option<AccountRef> account,
        Option<Address> limit,
        Array<Address> outsideSigners,
        Appointments appointments,
        Array<GiveawayWarning> warnings) {

    public TransactionPlan {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("nothing was built");
        }
    }

    /** The first step's transaction: the only one in most cases. */
    public UnsignedTransaction unsigned() {
        return steps.head().unsigned();
    }

    /** What the first step will cost, and whom. */
    public FeeQuote fee() {
        return steps.head().fee();
    }

    /** Everybody who has to sign any of it, in the order in which they first do. */
    public Array<Address> signers() {
        return steps.flatMap(step -> step.unsigned().signers()).distinct();
    }
}
