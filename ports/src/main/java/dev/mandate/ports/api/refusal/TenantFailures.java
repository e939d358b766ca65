package dev.mandate.ports.api.refusal;

import static dev.mandate.ports.api.refusal.ErrorCode.*;
import static dev.mandate.ports.api.refusal.Fact.fact;
import static dev.mandate.ports.api.refusal.Subject.Argument.*;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.access.KeyRefused;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.api.refusal.Remedy.Act;
import dev.mandate.ports.api.refusal.Remedy.Form;
import dev.mandate.ports.api.refusal.Remedy.RepeatWith;
import dev.mandate.ports.api.refusal.Remedy.SignMore;
import dev.mandate.ports.api.refusal.Remedy.Signed;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.FilterRefusal;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.control.Option;
import java.util.function.Function;

/** The table of refusals by a tenant's service and of API keys: code, subject, message, facts and remedy of each. */
public final class TenantFailures {

    /** Seconds to wait before a request is repeated that needs the operator to add money. */
    private static final long OPERATOR_RETRY_SECONDS = 600;

    private static final long VAULT_RETRY_SECONDS = 5;

    private TenantFailures() {}

    /** A refusal to make an account; {@code now} is the server's time. */
    public static Failure of(CreationRefusal refusal, UnixTime now) {
        return switch (refusal) {
            case CreationRefusal.NotBuilt(BuildRefusal why) -> BuildFailures.of(why);
            case CreationRefusal.QuotaSpent(int perDay, UnixTime freeAgainAt) ->
                Failure.of(CREATION_QUOTA, "This API key has used its quota of %s a day.",
                        fact("per_day", perDay).counted("account"), fact("free_again_at", freeAgainAt))
                        .remedy(new Remedy.WaitUntil(freeAgainAt, Remedy.Clock.SERVER))
                        .retryAfter(Math.max(1, freeAgainAt.secondsSince(now)));
            // The amount of the operator's budget is not shown to clients.
            case CreationRefusal.BudgetSpent(var budget, var spent, var cost, UnixTime freeAgainAt) ->
                Failure.of(CREATION_BUDGET_SPENT, "The operator's budget for your accounts of today is used up.",
                        fact("free_again_at", freeAgainAt))
                        .fact("cost_lamports", cost)
                        .remedy(new Remedy.WaitUntil(freeAgainAt, Remedy.Clock.SERVER))
                        .retryAfter(Math.max(1, freeAgainAt.secondsSince(now)));
            case CreationRefusal.FeePayerLow(var balance, var cost) ->
                Failure.of(FEE_PAYER_LOW, "The operator's fee payer has %s lamports left for another account, which costs %s.",
                        fact("balance_lamports", balance), fact("cost_lamports", cost))
                        .retryAfter(OPERATOR_RETRY_SECONDS);
            case CreationRefusal.KeyReused reused -> keyReused();
        };
    }

    /** A refusal to import an account. */
    public static Failure of(ImportRefusal refusal) {
        return switch (refusal) {
            case ImportRefusal.NotRead(BuildRefusal why) -> BuildFailures.of(why).about(SETTINGS_ADDRESS);
            case ImportRefusal.SettingsUnknown(Address account) -> Failure.at(
                    SETTINGS_ADDRESS, SETTINGS_UNKNOWN, "No recent transaction of %s names its settings account. Name that account.",
                    fact("smart_account_address", account));
            case ImportRefusal.OtherProgram(Address program) -> Failure.of(
                    OTHER_PROGRAM, "The account is of the program %s, which is not served here.", fact("program", program));
            case ImportRefusal.KeyReused reused -> keyReused();
        };
    }

    /** A refusal to change filters or allowlists. */
    public static Failure of(FilterRefusal refusal) {
        return switch (refusal) {
            case FilterRefusal.NotRead(BuildRefusal why) -> BuildFailures.of(why);
            case FilterRefusal.ByIntent(var why) -> IntentFailures.of(why);
            case FilterRefusal.UnknownInstruction(var filter, String instruction) -> Failure.at(
                    FILTERS, FILTER_NEVER_APPLIES, "Filter %s names the instruction %s, which is not known of its program.",
                    fact("filter", filter), fact("instruction", instruction));
            case FilterRefusal.UnknownRole(var filter, String role) -> Failure.at(
                    FILTERS, FILTER_NEVER_APPLIES, "Filter %s names the role %s, which no account has.",
                    fact("filter", filter), fact("role", role));
            case FilterRefusal.VersionMoved(long expected, long actual) -> Failure.at(
                            EXPECTED_VERSION, VERSION_MOVED, "Version %s was expected; the account's filters are at version %s.",
                            fact("expected", expected), fact("actual", actual))
                    .remedy(new Remedy.DoFirst(Act.READ_AGAIN));
            case FilterRefusal.KeyReused reused -> keyReused();
        };
    }

    /** A refusal to allow a durable nonce, or to end its use. */
    public static Failure of(NonceRefusal refusal) {
        return switch (refusal) {
            case NonceRefusal.NotRead(BuildRefusal why) -> BuildFailures.of(why);
            case NonceRefusal.Unfit(BuildRefusal why) -> BuildFailures.of(why).about(NONCE_ACCOUNT);
            case NonceRefusal.ByIntent(var why) -> IntentFailures.of(why);
            case NonceRefusal.TooMany(int limit) ->
                Failure.at(NONCE_ACCOUNT, TOO_LONG, "The account has allowed %s nonce accounts, which is the limit.", fact("limit", limit))
                        .remedy(new Remedy.DoFirst(Act.REMOVE_NONCE));
            case NonceRefusal.NotAllowed(Address nonce) -> Failure.at(
                    NONCE_ACCOUNT, UNKNOWN_NONCE_ACCOUNT, "The account has not allowed %s.", fact("nonce_account", nonce));
            case NonceRefusal.KeyReused reused -> keyReused();
        };
    }

    /** A refusal to submit a transaction; {@code programErrorName} names the account program's errors by their numbers. */
    public static Failure of(SubmissionRefusal refusal, Function<Long, Option<String>> programErrorName) {
        return switch (refusal) {
            case SubmissionRefusal.Several(var all) -> Failure.all(all.map(one -> of(one, programErrorName)));
            case SubmissionRefusal.NotAsked(BuildRefusal why) -> BuildFailures.of(why);
            case SubmissionRefusal.Reviewed(var finding) -> ReviewFailures.submitted(finding);
            case SubmissionRefusal.BadTransaction(String detail) -> BuildFailures.badTransaction(detail);
            case SubmissionRefusal.SignaturesMissing(var signers) ->
                Failure.at(TRANSACTION, SIGNATURES_MISSING, "Signatures are missing: %s.", fact("signers", signers))
                        .remedy(SignMore.all(signers));
            case SubmissionRefusal.SignatureInvalid(Address signer) ->
                Failure.at(TRANSACTION, SIGNATURE_INVALID, "The signature in the slot of %s is another signer's, or of another message.",
                        fact("signer", signer))
                        .remedy(new Remedy.SignAgain(Signed.TRANSACTION));
            case SubmissionRefusal.GivenSignatureInvalid(int index, Address signer) ->
                Failure.at(signature(index), SIGNATURE_INVALID, "The signature is not that of %s, or is of another message.",
                        fact("signer", signer))
                        .remedy(new Remedy.SignAgain(Signed.TRANSACTION));
            case SubmissionRefusal.SignatureFitsNobody(int index, Option<Address> named) ->
                named.map(address -> Failure.at(
                                signature(index), SIGNATURE_FITS_NOBODY,
                                "The signature is given for %s, who does not sign this transaction, and is not that of a signer.",
                                fact("signer", address)))
                        .getOrElse(() -> Failure.at(
                                signature(index), SIGNATURE_FITS_NOBODY,
                                "The signature is not that of a signer of the transaction, or is of another message."))
                        .remedy(new Remedy.SignAgain(Signed.TRANSACTION));
            case SubmissionRefusal.ApprovalRefused(int index, var why) -> approval(index, why);
            case SubmissionRefusal.LimitNotUsed(Address limit, var why) -> LimitFailures.of(limit, why);
            case SubmissionRefusal.LimitUseUnrecorded(Address limit, var why) -> LimitFailures.of(limit, why);
            case SubmissionRefusal.VaultSilent(var fault) -> vault(fault);
            case SubmissionRefusal.BlockhashExpired(var blockhash) -> Failure.at(
                    TRANSACTION, BLOCKHASH_EXPIRED, "The transaction's blockhash has expired, or its nonce was used. Nothing was sent.",
                    fact("blockhash", blockhash))
                    .remedy(new Remedy.BuildAgain());
            case SubmissionRefusal.WouldFail(var failure, var payer, var logs) ->
                ChainFailures.simulationFailed(failure, payer, logs, programErrorName);
            case SubmissionRefusal.TooManyOpen(int open) ->
                Failure.of(TOO_MANY_SUBMISSIONS, "%s submissions are pending on this network, which is the limit.",
                        fact("submissions", open))
                        .retryAfter(30);
            case SubmissionRefusal.HistoryIncomplete incomplete -> historyIncomplete();
            case SubmissionRefusal.KeyReused reused -> keyReused();
        };
    }

    private static Failure approval(int index, ApprovalProblem why) {
        return switch (why) {
            case NO_MANAGED_SIGNER -> Failure.at(
                    signature(index), NO_MANAGED_SIGNER, "The transaction has no signer whose key is kept here, so nothing is to be approved.");
            case NOT_BY_AUTHORITY -> Failure.at(
                    signature(index), APPROVAL_INVALID,
                    "The signature is not that of a signer's authority, or is of another payload. One that is half an hour old has expired: build again.")
                    .remedy(new Remedy.SignAgain(Signed.PAYLOAD));
            case PAYLOAD_EXPIRED -> Failure.at(signature(index), PAYLOAD_EXPIRED, "The payload has expired. Nothing was sent.")
                    .remedy(new Remedy.BuildAgain());
            case SESSION_ENDED -> Failure.at(signature(index), SESSION_ENDED, "The session that signed the payload has ended.")
                    .remedy(new Remedy.SignIn());
            case SIGNER_HAS_APPROVAL ->
                Failure.at(signature(index), DUPLICATE_SIGNER, "An entry before this one approves for the same signer.");
        };
    }

    /** A fault of the key vault. */
    public static Failure vault(VaultFault fault) {
        return Failure.of(KEY_VAULT_UNAVAILABLE, "The key vault can't be used now. Nothing was signed.").retryAfter(VAULT_RETRY_SECONDS);
    }

    private static Subject signature(int index) {
        return new Subject.Signature(index);
    }

    public static Failure of(KeyRefused refused) {
        return switch (refused) {
            case KeyRefused.Unknown unknown -> Failure.at(API_KEY, UNAUTHENTICATED, "The API key is not known.");
            case KeyRefused.Ended(var key, UnixTime at) ->
                Failure.at(API_KEY, API_KEY_ENDED, "The API key %s ended at %s.", fact("api_key", key), fact("ended_at", at));
        };
    }

    /** The operator has suspended the tenant. */
    public static Failure suspended() {
        return Failure.of(TENANT_SUSPENDED, "The operator has suspended your tenant. Calls of the scope read go on.");
    }

    static Failure historyIncomplete() {
        return Failure.of(
                HISTORY_INCOMPLETE,
                "This request would be refused, but the transaction may have been sent before, and the chain does not show yet what became of it."
                        + " Nothing was sent now.")
                .remedy(new Remedy.RepeatSame(Option.none()))
                .retryAfter(30);
    }

    static Failure keyReused() {
        return Failure.at(IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_REUSED, "This idempotency key was used for another request.")
                .remedy(RepeatWith.of(Form.Plain.NEW_IDEMPOTENCY_KEY));
    }
}
