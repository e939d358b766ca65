package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.testkit.laws.review.ReviewedRequest.Content;
import dev.mandate.testkit.laws.review.ReviewedRequest.OfContent;
import dev.mandate.testkit.laws.review.ReviewedRequest.Step;
import io.vavr.collection.Array;
import io.vavr.collection.Set;

/**
 * A request to an account.
 *
 * @param account made by another client: it may have signers that no builder takes
 * @param terms how the transaction is paid for and how long it lives
 */
record ReviewCase(Parties parties, Command.CreateAccount account, ReviewedRequest request, Terms terms) {

    /**
     * Everything about a transaction but its operations.
     *
     * @param payer of the fee and of rent
     * @param operatorActs whether the operator is ready to act, if it is a signer of the account
     * @param limitRecorded whether the engine keeps a yearly limit at the address of a limit that is made
     */
    record Terms(
            Party payer,
            Nonce nonce,
            Priority priority,
            Set<GiveawayWarning.Code> acknowledged,
            boolean operatorActs,
            boolean limitRecorded) {}

    /** The durable nonce by which a transaction lives. */
    enum Nonce {
        NONE,
        ALLOWED,
        NOT_ALLOWED,
        /** Nor is there such an account. */
        NOT_ALLOWED_AND_ABSENT,
        /** It was allowed. Since then a stranger has become its authority. */
        ALLOWED_AND_OF_A_STRANGER
    }

    /** The priority fee. */
    enum Priority {
        NOT_SET,
        LOW,
        /** Above the most that a host allows by default. */
        TOO_HIGH
    }

    /** The same with an account on which the request can be carried out, as far as the rules of the account decide about it. */
    static ReviewCase feasible(
            Parties parties, Command.CreateAccount account, Array<Signer> guests, ReviewedRequest request, Terms terms) {
        boolean waits = request instanceof OfContent(Step step, Content content) && step == Step.EXECUTE;
        return new ReviewCase(
                parties,
                new Command.CreateAccount(
                        account.signers().appendAll(guests),
                        account.threshold(),
                        waits ? TimeLock.NONE : account.timeLock(),
                        admin(parties, account.admin(), request),
                        account.rentCollector()),
                request,
                terms);
    }

    private static AdminControl admin(Parties parties, AdminControl free, ReviewedRequest request) {
        return switch (request) {
            case ReviewedRequest.HandsOver handsOver -> new AdminControl.HeldBy(parties.address(Party.ANN));
            case OfContent(Step step, Content.Settings settings) -> step == Step.AT_ONCE ? free : new AdminControl.None();
            case OfContent(Step step, Content.Acts(Array<VaultAct> acts)) ->
                acts.exists(act -> act instanceof VaultAct.Appoints(Party in, var role, var who) && in == Party.ITSELF)
                        ? new AdminControl.HeldBy(parties.address(Party.ITSELF))
                        : free;
            case ReviewedRequest.UsesLimit uses -> free;
            case ReviewedRequest.CreatesNonce creates -> free;
            case ReviewedRequest.CreatesAccount creates -> free;
        };
    }

    Address payer() {
        return parties.address(terms.payer());
    }

    @Override
    public String toString() {
        return parties.named("\n  account: %s\n  request: %s\n  %s\n".formatted(account, request, terms));
    }
}
