package dev.mandate.ports.refusal;

import static dev.mandate.ports.refusal.ErrorCode.*;
import static dev.mandate.ports.refusal.Fact.fact;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import io.vavr.collection.Array;
import java.util.function.UnaryOperator;

/** The table of findings of the review: code, field, message, facts and remedy of each. */
final class ReviewFailures {

    private static final String ADMIN_ADDRESS = "admin_address";
    private static final String NONCE_ACCOUNT = "nonce_account";
    private static final String PAYER = "fee_config.payer_address";
    private static final String SIGNERS = "smart_account_signers";
    private static final String SPENDERS = "spending_limit_signers";
    private static final String TRANSACTION = "transaction";

    private ReviewFailures() {}

    /** A finding about what a builder would build: the field is the one that asks for it. */
    static Failure built(ReviewFinding finding) {
        return of(finding, field -> field);
    }

    /** A finding about a submitted transaction. */
    static Failure submitted(ReviewFinding finding) {
        return of(finding, field -> TRANSACTION);
    }

    private static Failure of(ReviewFinding finding, UnaryOperator<String> field) {
        return switch (finding) {
            case ReviewFinding.ForeignInstruction(int index, Address program) ->
                Failure.at(TRANSACTION, FOREIGN_INSTRUCTION, "Instruction %s calls %s and does not operate on this account.",
                        fact("instruction", index), fact("program", program));
            case ReviewFinding.NothingOnAccount nothing ->
                Failure.at(TRANSACTION, NOTHING_ON_ACCOUNT, "The transaction does nothing to this account.");
            case ReviewFinding.NonceNotAllowed(int index, Address nonce) -> Failure.at(
                    field.apply(NONCE_ACCOUNT), NONCE_NOT_ALLOWED,
                    "Instruction %s advances the durable nonce %s, which the account has not allowed by a signed intent.",
                    fact("instruction", index), fact("nonce_account", nonce))
                    .remedy("Have it allowed by the threshold or the admin, or leave nonceAccount out.");
            case ReviewFinding.NonceOfStranger(Address nonce, Address authority) -> Failure.at(
                    field.apply(NONCE_ACCOUNT), NONCE_NOT_ALLOWED, "%s may not be used: its authority %s is no signer of the account.",
                    fact("nonce_account", nonce), fact("authority", authority));
            case ReviewFinding.PriorityFeeTooHigh(var fee, var limit) ->
                Failure.at(TRANSACTION, PRIORITY_FEE_TOO_HIGH, "The priority fee would be %s lamports; the limit is %s.",
                        fact("priority_fee", fee), fact("limit", limit))
                        .remedy("Set a lower compute unit price, or a lower compute unit limit.");
            case ReviewFinding.OperatorPays(Address operator) -> Failure.at(
                    field.apply(PAYER), PAYER_CANNOT_PAY, "The operator's fee payer %s pays only for accounts that the service makes.",
                    fact("payer_address", operator))
                    .remedy("Name another fee payer.");
            case ReviewFinding.OperatorSigns(Address operator) -> Failure.at(
                    field.apply(""), FEE_PAYER_PROTECTED, "%s would have to sign, but is the operator's fee payer, which signs only new accounts.",
                    fact("fee_payer", operator))
                    .remedy("Name other signers.");
            case ReviewFinding.OperatorAppointed(Role role, Address operator) -> Failure.at(
                    field.apply(field(role)), FEE_PAYER_PROTECTED,
                    "%s is the operator's fee payer, which signs only new accounts and cannot be %s.",
                    fact("fee_payer", operator), word(role))
                    .remedy("Name an address whose owner will sign.");
            case ReviewFinding.KeylessAdmin(Address admin) -> Failure.at(
                    field.apply(ADMIN_ADDRESS), NO_KEY_FOR,
                    "%s has no key and is not an account of yours: as admin it would lock the settings for good.",
                    fact("address", admin));
            case ReviewFinding.SignerNeedsExternalProgram(Address passkey) -> Failure.at(
                    field.apply(SIGNERS), SIGNER_NEEDS_EXTERNAL_PROGRAM,
                    "%s is a passkey's account: only the external signature program signs for it, which is not supported yet.",
                    fact("address", passkey))
                    .remedy("Name another signer.");
            case ReviewFinding.AccountAsOwnSigner(Address own) -> Failure.at(
                    field.apply(SIGNERS), ACCOUNT_AS_OWN_SIGNER, "%s is the account's own address and cannot be one of its signers.",
                    fact("address", own));
            case ReviewFinding.NeedsAcknowledgement(var warnings) -> unacknowledged(warnings);
            case ReviewFinding.VoteRefused(VoteProblem problem) -> vote(problem);
        };
    }

    private static String field(Role role) {
        return switch (role) {
            case ADMIN -> ADMIN_ADDRESS;
            case SIGNER -> SIGNERS;
            case SPENDER -> SPENDERS;
        };
    }

    private static String word(Role role) {
        return switch (role) {
            case ADMIN -> "an admin";
            case SIGNER -> "a signer";
            case SPENDER -> "the signer of a spending limit";
        };
    }

    private static Failure vote(VoteProblem problem) {
        return switch (problem) {
            case VoteProblem.NotProposedYet(Address proposal) -> Failure.at(
                    TRANSACTION, NOT_PROPOSED_YET,
                    "It votes at %s, where nothing is proposed yet: it would count for whichever proposal comes first.",
                    fact("proposal", proposal))
                    .remedy("Send it once the proposal has landed there and is the intended one.");
            case VoteProblem.AnotherProposed(long index) ->
                Failure.at(TRANSACTION, ANOTHER_PROPOSED, "Transaction %s is not the one that these votes name.", Fact.index(index))
                        .remedy("Discard these transactions, look at the transaction at this index, and build again.");
            case VoteProblem.VoteNamesNothing(Address proposal) -> Failure.at(
                    TRANSACTION, VOTE_NAMES_NOTHING, "It votes at %s without naming the transaction: it would count for any transaction.",
                    fact("proposal", proposal))
                    .remedy("Have the vote built here: its memo names the transaction.");
            case VoteProblem.ContentOpaque(Address content, String why) ->
                Failure.at(TRANSACTION, CONTENT_OPAQUE, "The effect of the transaction at %s cannot be read: %s.",
                        fact("content", content), fact("reason", why))
                        .remedy("Reject it, or cancel it if it is approved.");
        };
    }

    private static Failure unacknowledged(Array<GiveawayWarning> warnings) {
        Array<String> codes = warnings.map(warning -> RefusalText.word(warning.code())).distinct();
        Failure first = Failure.at(
                TRANSACTION, NEEDS_ACKNOWLEDGEMENT, "The transaction gives something away for good: %s.", fact("warnings", codes));
        return first.with(first.problems().appendAll(warnings.map(warning ->
                        new Problem(TRANSACTION, ErrorCode.valueOf(warning.code().name()), RefusalText.message(warning)))))
                .remedy("If you mean it, repeat the call with acknowledging(%s) in its options."
                        .formatted(warnings.map(GiveawayWarning::code).distinct().mkString(", ")));
    }
}
