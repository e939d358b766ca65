package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.ProposalRefusal.Step;
import dev.mandate.ports.api.refusal.Remedy.Act;
import dev.mandate.ports.api.refusal.Remedy.Form;
import dev.mandate.ports.api.refusal.Remedy.NameAnother;
import dev.mandate.ports.api.refusal.Remedy.RepeatWith;
import dev.mandate.ports.api.refusal.Remedy.Wanted;
import io.vavr.collection.Array;
import java.util.function.UnaryOperator;

/** The table of findings of the review: code, subject, message, facts and remedy of each. */
final class ReviewFailures {

    private ReviewFailures() {}

    /** A finding about what a builder would build: the subject is the argument that asks for it. */
    static Failure built(ReviewFinding finding) {
        return of(finding, asking -> asking);
    }

    /** A finding about a submitted transaction. */
    static Failure submitted(ReviewFinding finding) {
        return of(finding, asking -> TRANSACTION);
    }

    private static Failure of(ReviewFinding finding, UnaryOperator<Subject> subject) {
        return switch (finding) {
            case ReviewFinding.ForeignInstruction(int index, Address program) ->
                Failure.at(TRANSACTION, FOREIGN_INSTRUCTION, "Instruction %s calls %s and does not operate on this account.",
                        fact("instruction", index), fact("program", program));
            case ReviewFinding.NothingOnAccount nothing ->
                Failure.at(TRANSACTION, NOTHING_ON_ACCOUNT, "The transaction does nothing to this account.");
            // Only as the first instruction can a nonce be allowed.
            case ReviewFinding.NonceNotAllowed(int index, Address nonce) when index > 0 -> BuildFailures.nonceAdvanced(index, nonce);
            case ReviewFinding.NonceNotAllowed(int index, Address nonce) -> Failure.at(
                    subject.apply(NONCE_ACCOUNT), NONCE_NOT_ALLOWED,
                    "Instruction %s advances the durable nonce %s, which the account has not allowed by a signed intent.",
                    fact("instruction", index), fact("nonce_account", nonce))
                    .remedy(new Remedy.DoFirst(Act.ALLOW_NONCE));
            case ReviewFinding.NonceOfStranger(Address nonce, Address authority) -> Failure.at(
                    subject.apply(NONCE_ACCOUNT), NONCE_NOT_ALLOWED, "%s may not be used: its authority %s is no signer of the account.",
                    fact("nonce_account", nonce), fact("authority", authority))
                    .remedy(NameAnother.of(Wanted.NONCE_OF_SIGNER));
            case ReviewFinding.PriorityFeeTooHigh(var fee, var limit) ->
                Failure.at(TRANSACTION, PRIORITY_FEE_TOO_HIGH, "The priority fee would be %s lamports; the limit is %s.",
                        fact("priority_fee", fee), fact("limit", limit))
                        .remedy(new Remedy.LowerFee(limit));
            case ReviewFinding.OperatorPays(Address operator) -> Failure.at(
                    subject.apply(FEE_PAYER), PAYER_CANNOT_PAY, "The operator's fee payer %s pays only for accounts that the service makes.",
                    fact("payer_address", operator))
                    .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case ReviewFinding.OperatorSigns(Address operator) -> Failure.at(
                    subject.apply(REQUEST), FEE_PAYER_PROTECTED, "%s would have to sign, but is the operator's fee payer, which signs only new accounts.",
                    fact("fee_payer", operator))
                    .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case ReviewFinding.OperatorAppointed(Role role, Address operator) -> Failure.at(
                    subject.apply(asking(role)), FEE_PAYER_PROTECTED,
                    "%s is the operator's fee payer, which signs only new accounts and cannot be %s.",
                    fact("fee_payer", operator), word(role))
                    .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case ReviewFinding.CannotSign(Role role, Address address) -> Failure.at(
                    subject.apply(asking(role)), CANNOT_SIGN,
                    "%s cannot sign and so cannot be %s: it has no key and is no account of yours that could, or is a program, a token, "
                            + "a token account or the account itself.",
                    fact("address", address), word(role))
                    .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case ReviewFinding.SignerNeedsExternalProgram(Address passkey) -> Failure.at(
                    subject.apply(SIGNERS), SIGNER_NEEDS_EXTERNAL_PROGRAM,
                    "%s is a passkey's account: only the external signature program signs for it, which is not supported yet.",
                    fact("address", passkey))
                    .remedy(NameAnother.of(Wanted.KEY_OF_ITS_OWNER));
            case ReviewFinding.NoSuchMint(Address mint) ->
                Failure.at(subject.apply(TOKEN), NO_SUCH_MINT, "There is no token at %s on this network.", fact("token_address", mint));
            case ReviewFinding.LimitDiffers(Address limit) -> Failure.at(
                    subject.apply(REQUEST), LIMIT_DIFFERS,
                    "The chain's spending limit at %s is not the recorded one: it has, or would get, other terms.",
                    fact("spending_limit_address", limit))
                    .remedy(new Remedy.DoFirst(Act.CREATE_LIMIT));
            case ReviewFinding.NeedsAcknowledgement(var warnings) -> unacknowledged(warnings);
            case ReviewFinding.VoteRefused(VoteProblem problem) -> vote(problem);
        };
    }

    private static Subject asking(Role role) {
        return switch (role) {
            case ADMIN -> ADMIN_ADDRESS;
            case SIGNER -> SIGNERS;
            case SPENDER -> LIMIT_SIGNERS;
            case NONCE_AUTHORITY -> NONCE_ACCOUNT;
        };
    }

    private static String word(Role role) {
        return switch (role) {
            case ADMIN -> "an admin";
            case SIGNER -> "a signer";
            case SPENDER -> "the signer of a spending limit";
            case NONCE_AUTHORITY -> "the authority of a durable nonce";
        };
    }

    private static Failure vote(VoteProblem problem) {
        return switch (problem) {
            case VoteProblem.NotProposedYet(Address proposal) -> Failure.at(
                    TRANSACTION, NOT_PROPOSED_YET,
                    "It votes at %s, where nothing is proposed yet: it would count for whichever proposal comes first.",
                    fact("proposal", proposal))
                    .remedy(new Remedy.DoFirst(Act.WAIT_FOR_PROPOSAL));
            case VoteProblem.AnotherProposed(long index) ->
                Failure.at(TRANSACTION, ANOTHER_PROPOSED, "Another transaction stands at index %s: it is not the one that this request is about.", Fact.index(index))
                        .remedy(new Remedy.BuildAgain());
            case VoteProblem.VoteNamesNothing(Address proposal) -> Failure.at(
                    TRANSACTION, VOTE_NAMES_NOTHING, "It votes at %s without naming the transaction: it would count for any transaction.",
                    fact("proposal", proposal))
                    .remedy(new Remedy.BuildAgain());
            case VoteProblem.ContentOpaque(Address content, String why) ->
                Failure.at(TRANSACTION, CONTENT_OPAQUE, "The effect of the transaction at %s cannot be read: %s.",
                        fact("content", content), fact("reason", why))
                        .remedy(new Remedy.TakeStep(Array.of(Step.REJECT, Step.CANCEL)));
        };
    }

    private static Failure unacknowledged(Array<GiveawayWarning> warnings) {
        Array<String> codes = warnings.map(warning -> RefusalText.word(warning.code())).distinct();
        Failure first = Failure.at(
                TRANSACTION, NEEDS_ACKNOWLEDGEMENT, "Something would be given away for good: %s.", fact("warnings", codes));
        return first.with(first.problems().appendAll(warnings.map(warning ->
                        new Problem(TRANSACTION, ErrorCode.valueOf(warning.code().name()), RefusalText.message(warning)))))
                .remedy(RepeatWith.of(new Form.Acknowledging(warnings.map(GiveawayWarning::code).distinct())));
    }
}
