package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Appointments;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.GiveawayWarning;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What was built, and what there is to know about it: one transaction, or several where all of it does not fit one.
 *
 * @param request what was asked for
 * @param steps the transactions, in the order in which they are to land; never empty
 * @param account which they act on or make
 * @param phase how far they lead, all of them
 * @param index of the account's transaction that they are about
 * @param limit the spending limit that is made
 * @param outsideSigners who signs for what a prepared transaction does itself, beside those who act for the account: it may
 *     use their own accounts too. Of what is put to the vote, and of what is approved, those who would sign its execution
 * @param appointments who is given a say by it, and is no signer yet
 * @param warnings what is given away by what it prepares, proposes, approves or executes
 */
public record TransactionPlan(
        BuildRequest request,
        Array<Step> steps,
        AccountRef account,
        Phase phase,
        Option<Long> index,
        Option<Address> limit,
        Array<Address> outsideSigners,
        Appointments appointments,
        Array<GiveawayWarning> warnings) {

    public TransactionPlan {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("nothing was built");
        }
    }

    /** The same plan, carried out by other transactions, such as partly signed ones. */
    public TransactionPlan withSteps(Array<Step> others) {
        return new TransactionPlan(
                request, others, account, phase, index, limit, outsideSigners, appointments, warnings);
    }

    /**
     * The step, where there is one only.
     *
     * @throws IllegalStateException if there are several
     */
    public Step single() {
        if (steps.length() > 1) {
            throw new IllegalStateException("the plan has " + steps.length() + " steps");
        }
        return steps.head();
    }

    /** Everything that leaves the accounts of those who pay fees, over all steps, in lamports. */
    public BaseUnits totalFee() {
        return steps.map(step -> step.fee().total())
                .reduce((one, other) -> one.plus(other).getOrElse(BaseUnits.MAX));
    }

    /** Everybody who has to sign any of it, in the order in which they first do. */
    public Array<Address> signers() {
        return steps.flatMap(step -> step.unsigned().signers()).distinct();
    }
}
