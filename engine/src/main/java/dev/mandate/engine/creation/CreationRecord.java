package dev.mandate.engine.creation;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.keys.CreationId;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.tenant.Creation;
import dev.mandate.ports.custody.SubmissionId;
import io.vavr.control.Option;

/**
 * An account that was ordered, as the journal has it.
 *
 * @param order what does not change any more
 * @param charge what it takes now, or took when it ended
 * @param submission the newest transaction; another one only after the one before has provably expired
 */
public record CreationRecord(Order order, Charge charge, State state, SubmissionId submission) {

    /** What happens to it. */
    sealed interface Event {

        record Ordered(Order order, Charge charge, SubmissionId submission) implements Event {}

        /** Another transaction for the same account. */
        record Renewed(Charge charge, SubmissionId submission) implements Event {}

        /** Another order of the same account, after one that never landed. */
        record OrderedAnew(Charge charge, SubmissionId submission) implements Event {}

        record Ended(State state) implements Event {}
    }

    static CreationRecord evolve(Option<CreationRecord> before, Event event) {
        return switch (event) {
            case Event.Ordered(Order order, Charge charge, SubmissionId submission) when before.isEmpty() ->
                new CreationRecord(order, charge, State.PENDING, submission);
            case Event.Ordered ordered -> throw new IllegalStateException("an account is ordered once");
            case Event.Renewed(Charge charge, SubmissionId submission) -> in(State.PENDING, before).by(charge, submission);
            case Event.OrderedAnew(Charge charge, SubmissionId submission) -> in(State.NEVER_LANDED, before).by(charge, submission);
            case Event.Ended(State state) -> in(State.PENDING, before).ended(state);
        };
    }

    private static CreationRecord in(State state, Option<CreationRecord> before) {
        return before.filter(record -> record.state == state)
                .getOrElseThrow(() -> new IllegalStateException("the order is not " + state));
    }

    private CreationRecord ended(State how) {
        return new CreationRecord(order, charge, how, submission);
    }

    /** How far it is. */
    enum State {
        PENDING,
        CREATED,
        /** A transaction of it landed and failed, or may have: what it took stays counted. */
        FAILED,
        /** None of its transactions landed or can: all that it took was given back, and the same request orders it anew. */
        NEVER_LANDED
    }

    /**
     * What was ordered.
     *
     * @param id names the create key, which is derived from it
     * @param key under which it was ordered
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
     * What an order takes from quota and budget.
     *
     * @param quotaDay names the day of the quota that it was taken from
     * @param budgetDay names the day of the budget that it is counted in
     * @param cost lamports that its newest transaction costs if it lands
     * @param networkFee what of it is lost if that fails on the chain
     * @param lostFees network fees of transactions that landed and failed, or may have; none if no transaction of it can have
     */
    record Charge(String quotaDay, String budgetDay, BaseUnits cost, BaseUnits networkFee, Option<BaseUnits> lostFees) {

        /** What a first transaction takes. */
        static Charge of(String quotaDay, String budgetDay, FeeQuote fee) {
            return new Charge(quotaDay, budgetDay, fee.total(), fee.networkFee(), Option.none());
        }

        /** The same, with a fee that is lost, if one is. */
        Charge losing(Option<BaseUnits> fee) {
            Option<BaseUnits> lost = fee.map(more -> lostFees.flatMap(more::plus).getOrElse(more)).orElse(lostFees);
            return new Charge(quotaDay, budgetDay, cost, networkFee, lost);
        }

        /** The same order by another transaction. */
        Charge by(FeeQuote fee) {
            return new Charge(quotaDay, budgetDay, fee.total(), fee.networkFee(), lostFees);
        }
    }

    /** As its tenant sees it. */
    public Creation view() {
        return new Creation(order.account(), order.terms(), status(), submission);
    }

    /** How far it is, for its tenant. */
    public Creation.Status status() {
        return switch (state) {
            case PENDING -> Creation.Status.PENDING;
            case CREATED -> Creation.Status.CREATED;
            case FAILED, NEVER_LANDED -> Creation.Status.FAILED;
        };
    }

    private CreationRecord by(Charge charged, SubmissionId next) {
        return new CreationRecord(order, charged, State.PENDING, next);
    }
}
