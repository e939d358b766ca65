package dev.mandate.ports.refusal;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.access.KeyRefused;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.tenant.CreationRefusal;
import dev.mandate.ports.tenant.ImportRefusal;
import dev.mandate.ports.tenant.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.function.Function;

/** What a tenant service and the API keys refuse, as failures of a request. */
public final class TenantFailures {

    /** Money and budgets are for people to mend: nobody need ask again within minutes. */
    private static final long OPERATOR_RETRY_SECONDS = 600;

    private static final String TRANSACTION = "transaction";

    private TenantFailures() {}

    /** No account is made; {@code now} is the server's time. */
    public static Failure of(CreationRefusal refusal, UnixTime now) {
        return switch (refusal) {
            case CreationRefusal.NotBuilt(BuildRefusal why) -> BuildFailures.of(why);
            case CreationRefusal.QuotaSpent(int perDay, UnixTime freeAgainAt) ->
                Failure.of(
                                ErrorCode.CREATION_QUOTA,
                                "This API key may have %s made a day, and has had them."
                                        .formatted(Words.count(perDay, "account")))
                        .fact("per_day", perDay)
                        .fact("free_again_at", Words.time(freeAgainAt))
                        .retryAfter(Math.max(1, freeAgainAt.secondsSince(now)));
            case CreationRefusal.BudgetSpent(BaseUnits budget, BaseUnits spent, BaseUnits cost) ->
                // How much the operator is ready to pay is no client's business.
                Failure.of(ErrorCode.CREATION_BUDGET_SPENT, "The operator's budget for new accounts is used up.")
                        .fact("cost_lamports", cost)
                        .retryAfter(OPERATOR_RETRY_SECONDS);
            case CreationRefusal.FeePayerLow(BaseUnits balance, BaseUnits cost) ->
                Failure.of(
                                ErrorCode.FEE_PAYER_LOW,
                                "The operator's fee payer holds %s lamports of the %s that an account costs."
                                        .formatted(balance, cost))
                        .fact("balance_lamports", balance)
                        .fact("cost_lamports", cost)
                        .retryAfter(OPERATOR_RETRY_SECONDS);
            case CreationRefusal.KeyReused reused -> keyReused();
        };
    }

    /** An account does not become the tenant's. */
    public static Failure of(ImportRefusal refusal) {
        return switch (refusal) {
            case ImportRefusal.NotRead(BuildRefusal why) -> BuildFailures.of(why).about("multisig_address");
            case ImportRefusal.KeyReused reused -> keyReused();
        };
    }

    /** A transaction is not taken to the chain; {@code programErrorName} knows the account program's errors by their numbers. */
    public static Failure of(SubmissionRefusal refusal, Function<Long, Option<String>> programErrorName) {
        return switch (refusal) {
            case SubmissionRefusal.Several(var all) ->
                all.map(one -> of(one, programErrorName)).reduce(Failure::and);
            case SubmissionRefusal.NotAsked(BuildRefusal why) -> BuildFailures.of(why);
            case SubmissionRefusal.BadTransaction(String detail) -> BuildFailures.badTransaction(detail);
            case SubmissionRefusal.ForeignInstruction(int index, Address program) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.FOREIGN_INSTRUCTION,
                                "Instruction %s, a call of %s, does not operate on this account."
                                        .formatted(index, program))
                        .fact("instruction", index)
                        .fact("program", program);
            case SubmissionRefusal.NonceNotAllowed(int index, Address nonce) -> SafeguardFailures.nonce(index, nonce);
            case SubmissionRefusal.PriorityFeeTooHigh(var fee, var limit) -> SafeguardFailures.priorityFee(fee, limit);
            case SubmissionRefusal.KeylessAdmin(Address admin) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.NO_KEY_FOR,
                                "Nobody holds a key for %s, and it is no account of yours: as admin it would lock the settings for good."
                                        .formatted(admin))
                        .fact("address", admin);
            case SubmissionRefusal.NothingOnAccount nothing ->
                Failure.at(
                        TRANSACTION, ErrorCode.NOTHING_ON_ACCOUNT, "The transaction does nothing to this account.");
            case SubmissionRefusal.NotProposedYet(Address proposal) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.NOT_PROPOSED_YET,
                                "It votes at %s, where nothing is proposed yet: it would be a vote for whatever comes first."
                                        .formatted(proposal))
                        .fact("proposal", proposal)
                        .remedy("Send it once what is proposed there has landed, and is what was meant.");
            case SubmissionRefusal.AnotherProposed(long index) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.ANOTHER_PROPOSED,
                                "Under index %s stands something else than what these votes are for."
                                        .formatted(Long.toUnsignedString(index)))
                        .fact("transaction_index", Long.toUnsignedString(index))
                        .remedy("Throw these transactions away, look at what stands there, and build again.");
            case SubmissionRefusal.VoteNamesNothing(Address proposal) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.VOTE_NAMES_NOTHING,
                                "It votes at %s and does not say for what: it would be a vote for whatever stands there."
                                        .formatted(proposal))
                        .fact("proposal", proposal)
                        .remedy("Have the vote built here: its memo names what it is for.");
            case SubmissionRefusal.ContentOpaque(Address content, String why) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.CONTENT_OPAQUE,
                                "Nobody can be shown what the transaction at %s does: %s.".formatted(content, why))
                        .fact("content", content)
                        .fact("reason", why)
                        .remedy("Reject it, or cancel it if it is approved.");
            case SubmissionRefusal.SignaturesMissing(Array<Address> signers) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.SIGNATURES_MISSING,
                                "Signatures are missing: %s.".formatted(Words.list(signers)))
                        .fact("signers", Words.list(signers))
                        .remedy("Have them sign the transaction's message, and send it again.");
            case SubmissionRefusal.SignatureInvalid(Address signer) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.SIGNATURE_INVALID,
                                "The signature in the slot of %s is not theirs, or of another message."
                                        .formatted(signer))
                        .fact("signer", signer);
            case SubmissionRefusal.GivenSignatureInvalid(int index, Address signer) ->
                Failure.at(
                                "kms_payloads[%s].signature".formatted(index),
                                ErrorCode.SIGNATURE_INVALID,
                                "The signature is not that of %s, or of another message.".formatted(signer))
                        .fact("signer", signer);
            case SubmissionRefusal.SignatureFitsNobody(int index) ->
                Failure.at(
                        "kms_payloads[%s].signature".formatted(index),
                        ErrorCode.SIGNATURE_FITS_NOBODY,
                        "The signature is of nobody who is to sign the transaction, or of another message.");
            case SubmissionRefusal.FeePayerProtected(Address payer) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.FEE_PAYER_PROTECTED,
                                "%s is the operator's, and signs accounts that the service makes, nothing else."
                                        .formatted(payer))
                        .fact("payer_address", payer);
            case SubmissionRefusal.OperatorAppointed(Address operator) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.FEE_PAYER_PROTECTED,
                                "It would give a say to %s, the operator's fee payer, which signs nothing but accounts that are made here."
                                        .formatted(operator))
                        .fact("fee_payer", operator)
                        .remedy("Name somebody who has a key and will sign.");
            case SubmissionRefusal.BlockhashExpired(var blockhash) ->
                Failure.at(
                                TRANSACTION,
                                ErrorCode.BLOCKHASH_EXPIRED,
                                "The transaction's blockhash has expired, or its nonce was used. Nothing was sent.")
                        .fact("blockhash", blockhash)
                        .remedy("Build the transaction anew, have it signed, and submit it within a minute.");
            case SubmissionRefusal.WouldFail(var failure, var payer, var logs) ->
                ChainFailures.simulationFailed(ChainFailures.of(failure, Option.some(payer), programErrorName))
                        .remedy("Nothing was sent. Mend the cause and submit again, or build a new transaction.");
            case SubmissionRefusal.TooManyOpen(int open) ->
                Failure.of(
                                ErrorCode.TOO_MANY_SUBMISSIONS,
                                open + " submissions are on their way on this network, which is as many as there may be.")
                        .fact("submissions", open)
                        .remedy("Wait until some are over. One that lives by a nonce is over once the nonce has moved on.")
                        .retryAfter(30);
            case SubmissionRefusal.KeyReused reused -> keyReused();
        };
    }

    /** The API key is not taken. */
    public static Failure of(KeyRefused refused) {
        return switch (refused) {
            case KeyRefused.Unknown unknown ->
                Failure.at("authorization", ErrorCode.UNAUTHENTICATED, "The API key is not known.");
            case KeyRefused.Ended(var key, UnixTime at) ->
                Failure.at(
                                "authorization",
                                ErrorCode.API_KEY_ENDED,
                                "The API key %s ended at %s.".formatted(key, Words.time(at)))
                        .fact("api_key", key)
                        .fact("ended_at", Words.time(at));
        };
    }

    private static Failure keyReused() {
        return Failure.at(
                        "x-idempotency-key",
                        ErrorCode.IDEMPOTENCY_KEY_REUSED,
                        "This idempotency key was used for another request.")
                .remedy("Use a new key for a new request.");
    }
}
