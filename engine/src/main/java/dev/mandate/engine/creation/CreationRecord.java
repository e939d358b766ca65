package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.custody.SubmissionId;
import io.vavr.control.Option;

/**
 * An order of an account as recorded.
 *
 * @param order its unchanging part
 * @param charge its share of quota and budget; after its end the final one
 * @param first the submission of its first transaction, whose id its tenant gets
 * @param submission its newest transaction; a new one is made only after the one before has provably expired
 */
public record CreationRecord(Order order, Charge charge, State state, SubmissionId first, SubmissionId submission) {

    /** The events of an order. */
    sealed interface Event {

        record Ordered(Order order, Charge charge, SubmissionId submission) implements Event {}

        /** It has got another transaction for the same account. */
        record Renewed(Charge charge, SubmissionId submission) implements Event {}

        /** It was ordered again, after it had never landed. */
        record OrderedAnew(Charge charge, SubmissionId submission) implements Event {}

        record Ended(State state) implements Event {}
    }

    static CreationRecord evolve(Option<CreationRecord> before, Event event) {
        return switch (event) {
            case Event.Ordered(Order order, Charge charge, SubmissionId submission) when before.isEmpty() ->
                new CreationRecord(order, charge, State.PENDING, submission, submission);
            case Event.Ordered ordered -> throw new IllegalStateException("an account is ordered once");
            case Event.Renewed(Charge charge, SubmissionId submission) -> in(State.PENDING, before).by(charge, submission);
            case Event.OrderedAnew(Charge charge, SubmissionId submission) -> in(State.NEVER_LANDED, before).by(charge, submission);
            // The account was there after all: a node had said too early that nothing landed.
            case Event.Ended(State state) when state == State.CREATED && before.exists(record -> record.state == State.NEVER_LANDED) ->
                before.get().ended(state);
            case Event.Ended(State state) -> in(State.PENDING, before).ended(state);
        };
    }

    private static CreationRecord in(State state, Option<CreationRecord> before) {
        return before.filter(record -> record.state == state)
                .getOrElseThrow(() -> new IllegalStateException("the order is not " + state));
    }

    private CreationRecord ended(State how) {
        return new CreationRecord(order, charge, how, first, submission);
    }

    /** The state of an order. */
    enum State {
        PENDING,
        CREATED,
        /** A transaction of it landed and failed, or may have. Its charge stays counted. */
        FAILED,
        /** None of its transactions landed or can land. Its charge was given back. Repeating the request orders it again. */
        NEVER_LANDED
    }

    /**
     * The unchanging part of an order.
     *
     * @param id the create key is derived from it
     * @param key the API key that ordered it
     */
    public record Order(
            CreationId id,
            Tenant tenant,
            ApiKeyId key,
            Network network,
            AccountRef account,
            Command.CreateAccount terms,
            Option<Memo> memo) {}

    /**
     * The share of quota and budget that an order takes.
     *
     * @param quotaDay name of the quota day that it counts for
     * @param budgetDay name of the budget day that it counts for
     * @param cost cost of its newest transaction in lamports, if that lands
     * @param networkFee the part of the cost that is lost if that transaction fails on the chain
     * @param lostFees network fees of transactions that landed and failed, or may have; none if no transaction of it can have
     */
    record Charge(String quotaDay, String budgetDay, BaseUnits cost, BaseUnits networkFee, Option<BaseUnits> lostFees) {

        /** The charge of a first transaction. */
        static Charge of(String quotaDay, String budgetDay, FeeQuote fee) {
            return new Charge(quotaDay, budgetDay, fee.total(), fee.networkFee(), Option.none());
        }

        /** The charge of an account that was paid before its order was lost. */
        static Charge nothing(String quotaDay, String budgetDay) {
            return new Charge(quotaDay, budgetDay, BaseUnits.ZERO, BaseUnits.ZERO, Option.none());
        }

        /** The same charge with another lost fee, if there is one. */
        Charge losing(Option<BaseUnits> fee) {
            Option<BaseUnits> lost = fee.map(more -> lostFees.flatMap(more::plus).getOrElse(more)).orElse(lostFees);
            return new Charge(quotaDay, budgetDay, cost, networkFee, lost);
        }

        /** The charge after another transaction has replaced the newest one. */
        Charge by(FeeQuote fee) {
            return new Charge(quotaDay, budgetDay, fee.total(), fee.networkFee(), lostFees);
        }
    }

    /** The order as shown to its tenant. */
    public Creation view() {
        return new Creation(order.account(), order.terms(), status(), first);
    }

    /** The status as shown to its tenant. */
    public Creation.Status status() {
        return switch (state) {
            case PENDING -> Creation.Status.PENDING;
            case CREATED -> Creation.Status.CREATED;
            case FAILED, NEVER_LANDED -> Creation.Status.FAILED;
        };
    }

    private CreationRecord by(Charge charged, SubmissionId next) {
        return new CreationRecord(order, charged, State.PENDING, first, next);
    }
}
