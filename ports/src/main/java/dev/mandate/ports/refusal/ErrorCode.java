package dev.mandate.ports.refusal;

import java.util.Locale;

/** Every error code with its HTTP status and meaning. A code never changes its meaning and is never removed. New codes may be added. */
public enum ErrorCode {
    MALFORMED_REQUEST(400, "The request is not HTTP that the server understands."),
    MALFORMED_JSON(400, "The body is not a JSON object, names a field twice, or exceeds a limit of what is read."),
    WRONG_TYPE(400, "A field has the wrong JSON type."),
    MISSING_FIELD(400, "A required field is missing."),
    EXCLUDED_FIELD(400, "Two fields exclude each other."),
    UNKNOWN_FIELD(400, "The call has no such field."),
    CANNOT_BE_IGNORED(400, "A field that restricts who may do what was sent where it has no effect."),
    SPELLED_TWICE(400, "Two names of one field have different values."),
    BAD_EMAIL(400, "A text is not an e-mail address."),
    BAD_ADDRESS(400, "A text is not an address (base58 of 32 bytes)."),
    BAD_INDEX(400, "An index in the path is not a whole number."),
    BAD_AMOUNT(400, "A text is not an amount (decimal digits without sign or leading zero)."),
    BAD_BASE64(400, "A text is not base64."),
    BAD_TRANSACTION(400, "The bytes are not a well-formed transaction."),
    BAD_SIGNATURE_TEXT(400, "A text is not a signature of 64 bytes."),
    INTENT_MALFORMED(400, "A value of an intent has no place in one, or its nonce is none."),
    BAD_QUERY(400, "A query parameter is unknown, repeated or malformed."),
    BAD_CURSOR(400, "The cursor does not come from this list."),
    BAD_HEADER(400, "A header is malformed or has an unknown value."),
    NETWORK_CONFLICT(400, "Two network headers disagree."),
    ENVIRONMENT_MISMATCH(400, "The environment header names another environment than the server's."),
    UNAUTHENTICATED(401, "The API key is missing or not known."),
    API_KEY_ENDED(401, "The API key has expired or was revoked."),
    SCOPE_MISSING(403, "The API key lacks the scope for this call."),
    UNKNOWN_PATH(404, "There is nothing at this path."),
    UNKNOWN_ACCOUNT(404, "You have no such account on this network."),
    UNKNOWN_TRANSACTION(404, "The account has no transaction at this index."),
    UNKNOWN_LIMIT(404, "The account has no such spending limit."),
    UNKNOWN_NONCE_ACCOUNT(404, "The account has not allowed this nonce account."),
    UNKNOWN_SUBMISSION(404, "You have no such submission on this network."),
    PASSKEY_UNKNOWN(404, "You have no such passkey."),
    NOT_ON_CHAIN(404, "The chain has no account at an address that the request needs."),
    METHOD_NOT_ALLOWED(405, "The path supports other methods."),
    CHALLENGE_EXPIRED(410, "The one-time code has expired, was replaced by a newer one, or was never asked for."),
    CHALLENGE_SPENT(410, "The one-time code was used by another request, or too many wrong codes were tried."),
    PASSKEY_CHALLENGE_ENDED(410, "A passkey's challenge was not given to you, has expired, or was used."),
    LIMIT_OVER(410, "The spending limit is over: used, expired or removed."),
    LIMIT_REPLACED(410, "Another spending limit has replaced this one."),
    IDEMPOTENCY_KEY_REUSED(409, "The idempotency key was used for another request."),
    TRANSACTION_STATE(409, "The transaction is in a state that does not allow this step."),
    TRANSACTION_STALE(409, "Settings have changed since the transaction was proposed."),
    ALREADY_VOTED(409, "The signer has already given this vote."),
    TIME_LOCKED(409, "The transaction is approved, but its time lock has not ended."),
    NOT_CLOSABLE(409, "A transaction without a proposal can be closed only once it is stale."),
    PROPOSAL_EXISTS(409, "The transaction already has a proposal."),
    NOT_PROPOSED_YET(409, "A vote came before the proposal that it votes on."),
    ANOTHER_PROPOSED(409, "The transaction at this index is not the one that the votes name."),
    PASSKEY_REGISTERED(409, "You have registered the passkey before."),
    LIMIT_USE_OPEN(409, "Uses of the limit that may still land leave no room for another one."),
    INTENT_SPENT(409, "The account accepted an intent with this nonce before."),
    ACCOUNT_EXISTS(409, "The account already exists."),
    VERSION_MOVED(409, "Another change came first; read the present version."),
    LIMIT_EXISTS(409, "There is already a spending limit at this address."),
    REQUEST_TIMEOUT(408, "The request arrived too slowly."),
    BODY_TOO_LARGE(413, "The body is larger than 256 KiB."),
    UNSUPPORTED_MEDIA_TYPE(415, "The content type is not application/json, or the body is compressed."),
    OUT_OF_RANGE(422, "A number is outside its range."),
    NOT_AN_OPTION(422, "A word is not among those allowed."),
    TOO_LONG(422, "A text or list is longer than its cap."),
    FORBIDDEN_CHARACTER(422, "A text contains a control character, or one that changes the direction of text."),
    EMPTY_LIST(422, "A list that needs at least one entry is empty."),
    UNSUPPORTED_FEE_CURRENCY(422, "Fees are paid in sol."),
    WRONG_CODE(422, "The one-time code is wrong."),
    BAD_PUBLIC_KEY(422, "A public key is malformed, or not a point of its curve."),
    SESSION_TOO_LONG(422, "A session ends after it begins, and within a day."),
    SESSION_SIGNATURE_INVALID(422, "No living session of the identity signed the request."),
    REQUEST_EXPIRED(422, "The signed request was good until an earlier time."),
    NO_MANAGED_SIGNER(422, "An approval was given, and no signer's key is kept here."),
    APPROVAL_INVALID(422, "An approval is not by a signer's authority, or is of another payload."),
    INTENT_REQUIRED(422, "The request takes a signed intent."),
    INTENT_NOT_TAKEN(422, "The request takes no signed intent: the chain decides."),
    INTENT_MISMATCH(422, "The signed intent is not what the request asks."),
    INTENT_EXPIRED(422, "The signed intent has expired."),
    INTENT_NOT_AUTHORIZED(422, "Those who signed the intent may not decide this."),
    PAYLOAD_EXPIRED(422, "An approved payload has expired."),
    SESSION_ENDED(422, "The session that approved a payload or an intent has ended."),
    DUPLICATE_SIGNER(422, "A signer is named more than once."),
    UNKNOWN_PERMISSION(422, "A permission does not exist."),
    NO_PROPOSER(422, "Nobody can propose."),
    NO_EXECUTOR(422, "Nobody can execute."),
    NO_VOTER(422, "Nobody can vote."),
    THRESHOLD_ZERO(422, "A threshold of 0 would approve everything."),
    THRESHOLD_EXCEEDS_VOTERS(422, "The threshold exceeds the number of signers that can vote."),
    TIME_LOCK_TOO_LONG(422, "A time lock is longer than 90 days."),
    TOO_MANY_SIGNERS(422, "There are more signers than an account can have."),
    NOT_A_SIGNER(422, "An address is not a signer of the account."),
    PERMISSION_MISSING(422, "A signer lacks the permission for this step."),
    SIGNERS_INSUFFICIENT(422, "The named signers do not suffice."),
    ADMIN_CONTROLS_SETTINGS(422, "An admin controls the settings; no vote changes them."),
    ADMIN_NOT_OUTSIDE(422, "The admin's key is not outside the engine."),
    POLICY_SIGNER_PRESENT(422, "The account has a policy signer, which must be taken out first."),
    POLICY_SIGNER_ABSENT(422, "The account has no policy signer."),
    NOT_THE_ADMIN(422, "Only the admin may do this."),
    NO_ADMIN(422, "The account has no admin."),
    ADMIN_CANNOT_BE_ADDED(422, "An account without an admin cannot get one."),
    ADMIN_CANNOT_SIGN(422, "The admin is a smart account or another address without a key, and cannot sign."),
    ALREADY_A_SIGNER(422, "The address to add is already a signer."),
    NO_SUCH_SIGNER(422, "The address to remove is not a signer."),
    LAST_SIGNER(422, "The only signer cannot be removed."),
    NOTHING_TO_CHANGE(422, "The change would leave all settings as they are."),
    SIGNER_HOLDS_LIMITS(422, "Spending limits name a signer who would leave."),
    MUST_BE_TWO_CHANGES(422, "One change cannot remove a limit and add signers or another limit."),
    LIMIT_NOT_RESERVED(422, "Nothing is reserved within the limit for exactly this transaction, or it has lapsed."),
    EXPIRATION_PAST(422, "The limit would be over from the beginning."),
    AMOUNT_ZERO(422, "An amount is 0."),
    NO_LIMIT_SIGNERS(422, "A spending limit has no signers."),
    NOT_ENTITLED(422, "The address is not a signer of the limit."),
    DESTINATION_NOT_ALLOWED(422, "The receiver is not among the limit's destinations."),
    DESTINATION_HOLDS_TOKENS(422, "The destination is a token account or a mint; name the receiver."),
    LIMIT_EXCEEDED(422, "The amount exceeds what remains of the limit."),
    NOT_COVERED(422, "The account holds less than the amount."),
    BELOW_RENT_MINIMUM(422, "An account would be left below the rent minimum."),
    NOTHING_TO_PREPARE(422, "The transaction has no instructions."),
    INSTRUCTION_UNREADABLE(422, "An instruction of the smart account program is not exactly a known one."),
    ACCOUNT_DOES_NOT_SIGN(422, "The account signs nowhere in the transaction."),
    INSTRUCTIONS_TOO_LONG(422, "The instructions are not under 1,050 bytes."),
    DOES_NOT_FIT(422, "The request does not fit one transaction, and cannot be divided among several."),
    NONCE_CARRIES_ONE(422, "The request needs several transactions, and a durable nonce carries one."),
    NONCE_NOT_ALLOWED(422, "A durable nonce may not be used here."),
    FILTER_NEVER_APPLIES(422, "A filter names an instruction or a role that does not exist, so it would never apply."),
    POLICY_VETO(422, "A policy forbids the transaction; the answer names each rule that forbids it."),
    PRIORITY_FEE_TOO_HIGH(422, "The priority fee exceeds the operator's limit."),
    NEEDS_ACKNOWLEDGEMENT(422, "The transaction gives something away for good, and the query does not acknowledge it."),
    GIVES_AWAY_VAULT(422, "Warning: another program would own the vault, or it would hold data; no transfer could leave it."),
    GIVES_AWAY_TOKEN_AUTHORITY(422, "Warning: an authority over a token account or a mint would pass to another address."),
    CLOSES_TOKEN_ACCOUNT_ELSEWHERE(422, "Warning: a token account's lamports would go elsewhere than to the vault."),
    APPROVES_DELEGATE(422, "Warning: a delegate could move tokens of the vault."),
    TABLE_DEACTIVATED(422, "A lookup table was deactivated; a transaction that uses it could soon not be executed."),
    TOKENS_CANNOT_MOVE(422, "A spending limit cannot move these tokens: frozen, paused, not transferable, or with conditions."),
    TOO_MANY_ACCOUNTS(422, "The transaction would name more accounts than fit, even with lookup tables."),
    TOO_MANY_BUFFERS(422, "The signer has opened as many buffers for large transactions as are possible."),
    NOT_COMPILABLE(422, "The request cannot be written as a transaction."),
    WRITES_OWN_PROPOSAL(422, "The transaction writes to the proposal that would execute it."),
    NO_KEY_FOR(422, "An address that would have to sign has no key."),
    ACCOUNT_AS_OWN_SIGNER(422, "An account would become a signer of itself."),
    PAYER_CANNOT_PAY(422, "The fee payer has no key, as a smart account has none, or is the operator's."),
    NOBODY_SIGNS(422, "No signer is named who could do this."),
    ACCOUNT_UNREADABLE(422, "An account on the chain is not of the expected kind."),
    NO_RENT_COLLECTOR(422, "The account has no rent collector, so the rent cannot be returned."),
    WRONG_RENT_COLLECTOR(422, "Rent goes only to the account's rent collector."),
    NOT_PROPOSED(422, "The transaction has no proposal yet."),
    WOULD_NEVER_EXECUTE(422, "The transaction could be approved, but its execution would be refused."),
    WOULD_ORPHAN(422, "The content of the transaction is gone: it could be approved but never executed."),
    CONTENT_OPAQUE(422, "The effect of the transaction cannot be read; it can be rejected and cancelled."),
    AMBIGUOUS_REMOVAL(422, "One change adds and removes the same signer."),
    SIMULATION_FAILED(422, "The transaction would fail on the chain."),
    TRANSACTION_FAILED(422, "The submitted transaction landed and failed."),
    TRANSACTION_EXPIRED(422, "The submitted transaction did not land, and cannot land any more."),
    BLOCKHASH_EXPIRED(422, "The chain no longer knows the transaction's blockhash. Nothing was sent."),
    FOREIGN_INSTRUCTION(422, "An instruction does not operate on the account."),
    NOTHING_ON_ACCOUNT(422, "The transaction does nothing to the account."),
    VOTE_NAMES_NOTHING(422, "A vote does not name the transaction that it votes on."),
    SIGNATURES_MISSING(422, "Signatures are missing."),
    SIGNATURE_INVALID(422, "A signature is not valid for its signer."),
    SIGNATURE_FITS_NOBODY(422, "A signature is not that of a signer of the transaction."),
    PASSKEY_INVALID(422, "An authenticator's response or a passkey's public key is refused."),
    PASSKEY_COUNTER_BEHIND(422, "An authenticator's counter has not grown: it may be a copy."),
    SIGNER_NEEDS_EXTERNAL_PROGRAM(422, "A passkey's account cannot be a signer yet."),
    FEE_PAYER_PROTECTED(422, "The operator's fee payer signs only new accounts, and can have no role in one."),
    TOO_MANY_CODES(429, "Too many one-time codes were asked for with this e-mail address."),
    RATE_LIMITED(429, "Too many requests with this API key."),
    TOO_MANY_SUBMISSIONS(429, "Too many submissions are pending."),
    CREATION_QUOTA(429, "This API key has used its daily quota of accounts."),
    CREATION_BUDGET_SPENT(429, "The operator's daily budget for the tenant's accounts is used up."),
    INTERNAL(500, "An internal error. The request id finds it in the log."),
    EFFECT_UNKNOWN(500, "The store failed during a write; it is not known whether the request took effect."),
    NOT_OFFERED(501, "The service does not offer this."),
    CHAIN_BAD_ANSWER(502, "The chain's node gave an answer that makes no sense."),
    CHAIN_UNREACHABLE(503, "No node of the chain answers."),
    CHAIN_BUSY(503, "The chain's node asks for fewer calls."),
    HISTORY_INCOMPLETE(503, "The chain's history is too long to tell whether the transaction landed before."),
    NETWORK_NOT_CONFIGURED(503, "No node is configured for this network."),
    STORE_UNAVAILABLE(503, "The service's store does not answer."),
    JOURNAL_DAMAGED(503, "The service's journal contradicts itself. The operator must repair or restore it."),
    KEY_VAULT_UNAVAILABLE(503, "The key vault does not answer, or can't use a key. Nothing was signed."),
    FEE_PAYER_LOW(503, "The operator's fee payer holds too little to make accounts."),
    SHUTTING_DOWN(503, "The service is stopping."),
    CONFIRMATION_PENDING(504, "The transaction was sent and has not landed yet. It may still land."),
    HTTP_VERSION_NOT_SUPPORTED(505, "The service speaks HTTP/1.0, HTTP/1.1 and HTTP/2.");

    private final int status;
    private final String meaning;

    ErrorCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** Its meaning, as one sentence. */
    public String meaning() {
        return meaning;
    }

    /** The word in answers: {@code threshold_exceeds_voters}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Of several problems the one with the lowest precedence decides code and status: 401, 403, 404, 400 (with 413 and 415), 409, 422, then the
     * others. Within a status a stale transaction comes first; a running time lock and missing signers come last.
     */
    public int precedence() {
        int ofStatus =
                switch (status) {
                    case 401 -> 0;
                    case 403 -> 1;
                    case 404 -> 2;
                    case 400, 413, 415 -> 3;
                    case 409 -> 4;
                    case 422 -> 5;
                    default -> 6;
                };
        int within = this == TRANSACTION_STALE ? 0 : isMissing() ? 2 : 1;
        return 3 * ofStatus + within;
    }

    /** Whether only time or more signers are missing. */
    public boolean isMissing() {
        return this == TIME_LOCKED || this == SIGNERS_INSUFFICIENT;
    }
}
