package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.domain.review.GiveawayWarning;
import io.vavr.Lazy;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The result of a build: one transaction, or several if it does not fit into one.
 *
 * @param request the request that was built
 * @param steps the transactions, in the order in which they must land; never empty
 * @param account the account that they act on or create
 * @param phase what is still needed after all steps have landed
 * @param index number of the account's transaction, if the plan concerns one
 * @param limit address of the spending limit, if the plan creates one
 * @param outsideSigners signers of the content itself, beside those who act for the account. For a proposal or an approval: those who must
 *     sign its execution
 * @param warnings what its content would give away
 * @param explanations made when they are asked for: one for each step, from its bytes and what was read to build it; none if it uses a lookup table that is made first. Content of a later step that an earlier one records is not
 *     read; neither are tokens and the settings' history, which {@link Custody#explain(dev.mandate.domain.kernel.Bytes)} reads
 * @param simulation of the first step on the chain, when it was built; left: the chain did not answer
 */
public record TransactionPlan(
        BuildRequest request,
        Array<Step> steps,
        AccountRef account,
        Phase phase,
        Option<Long> index,
        Option<Address> limit,
        Array<Address> outsideSigners,
        Array<GiveawayWarning> warnings,
        Lazy<Array<Option<Explanation>>> explanations,
        Either<ChainFault, Simulation> simulation) {

    public TransactionPlan {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("nothing was built");
        }
    }

    /** The same plan with other transactions, such as partly signed ones. */
    public TransactionPlan withSteps(Array<Step> others) {
        return new TransactionPlan(
                request, others, account, phase, index, limit, outsideSigners, warnings, explanations, simulation);
    }

    /** The same plan with what its content would give away, and in words. */
    public TransactionPlan with(Array<GiveawayWarning> found, Lazy<Array<Option<Explanation>>> explained) {
        return new TransactionPlan(request, steps, account, phase, index, limit, outsideSigners, found, explained, simulation);
    }

    /**
     * The only step.
     *
     * @throws IllegalStateException if there are several
     */
    public Step single() {
        if (steps.length() > 1) {
            throw new IllegalStateException("the plan has " + steps.length() + " steps");
        }
        return steps.head();
    }

    /** The cost of all steps together. */
    public FeeQuote cost() {
        return steps.map(Step::fee).reduce(FeeQuote::plus);
    }

    /** The sum that leaves the accounts of all fee payers over all steps, in lamports. */
    public BaseUnits totalFee() {
        return steps.map(step -> step.fee().total())
                .reduce((one, other) -> one.plus(other).getOrElse(BaseUnits.MAX));
    }

    /** All signers of all steps, each once, in the order of their first signature. */
    public Array<Address> signers() {
        return steps.flatMap(step -> step.unsigned().signers()).distinct();
    }
}
