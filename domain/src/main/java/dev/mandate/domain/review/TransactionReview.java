package dev.mandate.domain.review;

import dev.mandate.domain.account.Roster;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewTerms.NonceAuthority;
import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * The review of a transaction, whoever built it. A pure function of the decoded transaction and of what is known: the same answer for the same
 * facts. The rules of the account itself are elsewhere ({@link dev.mandate.domain.smartaccount.SmartAccountRules}).
 */
public final class TransactionReview {

    private TransactionReview() {}

    /** Everything that speaks against the transaction; empty if nothing does. */
    public static Array<ReviewFinding> findings(ReviewedTransaction transaction, ReviewTerms terms) {
        Array<ReviewFinding> roles = roles(transaction.roles());
        // Somebody who may not get a role cannot act in it: that says why nobody could govern.
        Array<GiveawayWarning> giveaways =
                roles.isEmpty() ? transaction.giveaways() : transaction.giveaways().reject(warning -> warning.code() == Code.LOCKS_OUT);
        return operators(transaction, terms)
                .appendAll(instructions(transaction, terms))
                .appendAll(roles)
                .appendAll(nonces(transaction, terms))
                .appendAll(priorityFee(transaction, terms))
                .appendAll(unacknowledged(giveaways, terms.acknowledged()))
                .appendAll(transaction.missingMints().map(ReviewFinding.NoSuchMint::new))
                .appendAll(limits(transaction.limits()))
                .appendAll(transaction.vote().map(ReviewFinding.VoteRefused::new))
                .distinct();
    }

    /** What speaks against roles. Only who is new in a role is judged: an account that another client made ill can still be changed. */
    public static Array<ReviewFinding> roles(Array<GrantedRole> granted) {
        return granted.flatMap(TransactionReview::role).distinct();
    }

    private static Option<ReviewFinding> role(GrantedRole granted) {
        Address address = granted.address();
        return switch (granted.holder()) {
            case PRESENT, KEY -> Option.none();
            case OPERATOR -> Option.some(new ReviewFinding.OperatorAppointed(granted.role(), address));
            case PASSKEY ->
                Option.some(granted.role() == Role.SIGNER || granted.role() == Role.SPENDER
                        ? new ReviewFinding.SignerNeedsExternalProgram(address)
                        : cannotSign(granted));
            // Its vote would need its own approval first.
            case ITSELF -> Option.when(granted.role() == Role.SIGNER, () -> cannotSign(granted));
            // A program signs for it in the middle of a transaction, and a nonce is advanced at the beginning.
            case ACCOUNT -> Option.when(granted.role() == Role.NONCE_AUTHORITY, () -> cannotSign(granted));
            case KEYLESS -> Option.some(cannotSign(granted));
        };
    }

    private static ReviewFinding cannotSign(GrantedRole granted) {
        return new ReviewFinding.CannotSign(granted.role(), granted.address());
    }

    /**
     * Warnings about receivers of money that nobody could use.
     *
     * @param kinds what is known of each receiver, as {@link MoneyReceiver#canUse} takes it
     */
    public static Array<GiveawayWarning> unusable(Array<MoneyReceiver> receivers, Function<MoneyReceiver, AddressKind> kinds) {
        return receivers.reject(receiver -> receiver.canUse(kinds.apply(receiver)))
                .map(receiver -> new GiveawayWarning(Code.UNUSABLE_RECEIVER, receiver.instruction(), receiver.address()))
                .distinct();
    }

    private static Array<ReviewFinding> operators(ReviewedTransaction transaction, ReviewTerms terms) {
        Array<Address> operators = transaction.signers().filter(terms.operators()::contains).distinct();
        return operators.map(operator -> operator.equals(transaction.signers().head())
                ? new ReviewFinding.OperatorPays(operator)
                : new ReviewFinding.OperatorSigns(operator));
    }

    private static Array<ReviewFinding> instructions(ReviewedTransaction transaction, ReviewTerms terms) {
        Array<ReviewFinding> foreign = Array.empty();
        boolean operates = false;
        for (int index = 0; index < transaction.instructions().length(); index++) {
            switch (transaction.instructions().get(index)) {
                case OuterInstruction.Operation operation -> operates = true;
                case OuterInstruction.Preparation preparation -> operates = true;
                case OuterInstruction.Companion companion -> {}
                case OuterInstruction.AdvancesNonce(Address nonce, Address authority) -> {
                    foreign = foreign.appendAll(nonce(index, nonce, terms.nonceAccounts()));
                }
                case OuterInstruction.CreatesNonce creates -> {
                    operates = true;
                    // The nonce's authority could withdraw the rest.
                    if (creates.lamports().compareTo(terms.nonceRent()) > 0) {
                        foreign = foreign.append(new ReviewFinding.ForeignInstruction(index, creates.program()));
                    }
                }
                case OuterInstruction.Foreign(Address program) ->
                    foreign = foreign.append(new ReviewFinding.ForeignInstruction(index, program));
            }
        }
        return operates || !foreign.isEmpty() ? foreign : Array.of(new ReviewFinding.NothingOnAccount());
    }

    private static Array<ReviewFinding> nonces(ReviewedTransaction transaction, ReviewTerms terms) {
        return transaction.instructions().flatMap(instruction -> switch (instruction) {
            case OuterInstruction.AdvancesNonce(Address nonce, Address authority)
                    when terms.nonceAuthority() == NonceAuthority.SIGNER && terms.nonceAccounts().contains(nonce) -> nonceAuthority(nonce, authority, terms.roster());
            case OuterInstruction.AdvancesNonce listed -> Option.none();
            case OuterInstruction.CreatesNonce creates -> nonceAuthority(creates.nonceAccount(), creates.authority(), terms.roster());
            case OuterInstruction.Operation operation -> Option.none();
            case OuterInstruction.Preparation preparation -> Option.none();
            case OuterInstruction.Companion companion -> Option.none();
            case OuterInstruction.Foreign foreign -> Option.none();
        });
    }

    /** What speaks against advancing a durable nonce. Only as the first instruction does that make the nonce the transaction's lifetime. */
    public static Option<ReviewFinding> nonce(int instruction, Address nonce, Set<Address> allowed) {
        return Option.when(
                instruction > 0 || !allowed.contains(nonce), () -> new ReviewFinding.NonceNotAllowed(instruction, nonce));
    }

    /** What speaks against a durable nonce of this authority, which must be a signer in {@code roster}. */
    public static Option<ReviewFinding> nonceAuthority(Address nonce, Address authority, Option<Roster> roster) {
        return Option.when(
                roster.forAll(signers -> signers.find(authority).isEmpty()),
                () -> new ReviewFinding.NonceOfStranger(nonce, authority));
    }

    private static Option<ReviewFinding> priorityFee(ReviewedTransaction transaction, ReviewTerms terms) {
        return Option.when(
                transaction.priorityFee().compareTo(terms.maxPriorityFee()) > 0,
                () -> new ReviewFinding.PriorityFeeTooHigh(transaction.priorityFee(), terms.maxPriorityFee()));
    }

    /** What speaks against {@code giveaways}. */
    public static Option<ReviewFinding> unacknowledged(Array<GiveawayWarning> giveaways, Set<Code> acknowledged) {
        Array<GiveawayWarning> unknown = giveaways.reject(warning -> acknowledged.contains(warning.code()));
        return Option.when(!unknown.isEmpty(), () -> new ReviewFinding.NeedsAcknowledgement(unknown));
    }

    private static Array<ReviewFinding> limits(Array<RecordedLimit> limits) {
        return limits.reject(limit -> limit.recorded().implies(limit.chains()))
                .map(limit -> new ReviewFinding.LimitDiffers(limit.recorded().subject().limit()));
    }
}
