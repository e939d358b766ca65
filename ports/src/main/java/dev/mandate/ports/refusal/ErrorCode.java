package dev.mandate.ports.refusal;

import java.util.Locale;

/** Every code that an answer may carry, with its HTTP status and what it means: the one table. Words stay; new ones may come. */
public enum ErrorCode {
    MALFORMED_REQUEST(400, "The request is no HTTP that the server understands."),
    MALFORMED_JSON(400, "The body is no JSON object, names a field twice, or goes beyond what is read."),
    WRONG_TYPE(400, "A field has another JSON type than it must have."),
    MISSING_FIELD(400, "A field that is required is not there."),
    EXCLUDED_FIELD(400, "Two fields that exclude each other."),
    UNKNOWN_FIELD(400, "A field that this call does not know."),
    CANNOT_BE_IGNORED(400, "A field that narrows who may do what, sent where it has no meaning."),
    SPELLED_TWICE(400, "Two spellings of one field that say different things."),
    BAD_ADDRESS(400, "A text that is no address: base58 of 32 bytes."),
    BAD_INDEX(400, "An index in the path that is no whole number."),
    BAD_AMOUNT(400, "A text that is no amount: decimal digits without sign or leading zero."),
    /** A text that is no base64. */
    BAD_BASE64(400, "A text that is no base64."),
    BAD_TRANSACTION(400, "Bytes that are no well-formed transaction."),
    BAD_SIGNATURE_TEXT(400, "A text that is no signature of 64 bytes."),
    BAD_QUERY(400, "A query parameter that is unknown, doubled or malformed."),
    BAD_CURSOR(400, "A cursor that this list never gave."),
    BAD_HEADER(400, "A header that is malformed or has an unknown value."),
    NETWORK_CONFLICT(400, "Two network headers that disagree."),
    ENVIRONMENT_MISMATCH(400, "The environment header names another environment than the server's."),
    UNAUTHENTICATED(401, "There is no API key, or none that is known."),
    API_KEY_ENDED(401, "The API key has expired or was revoked."),
    SCOPE_MISSING(403, "The API key lacks the scope that this call takes."),
    UNKNOWN_PATH(404, "There is nothing at this path."),
    UNKNOWN_ACCOUNT(404, "No such account of yours on this network."),
    UNKNOWN_TRANSACTION(404, "The account has no transaction at this index."),
    UNKNOWN_LIMIT(404, "The account has no such spending limit."),
    UNKNOWN_SUBMISSION(404, "No such submission of yours on this network."),
    NOT_ON_CHAIN(404, "Nothing is on the chain at an address that should hold something."),
    METHOD_NOT_ALLOWED(405, "The path answers to other methods."),
    LIMIT_REPLACED(410, "Another spending limit has taken the place of this one."),
    IDEMPOTENCY_KEY_REUSED(409, "The idempotency key was used for another request."),
    TRANSACTION_STATE(409, "The transaction is in a state that does not allow this step."),
    TRANSACTION_STALE(409, "Settings have changed since the transaction was proposed."),
    ALREADY_VOTED(409, "The same vote twice."),
    TIME_LOCKED(409, "The transaction is approved, and its time lock still runs."),
    NOT_CLOSABLE(409, "A transaction without a proposal can be closed only once it is stale."),
    PROPOSAL_EXISTS(409, "The transaction has a proposal already."),
    NOT_PROPOSED_YET(409, "A transaction that votes came before what it votes on."),
    ANOTHER_PROPOSED(409, "Under the index stands something else than what the votes say that they are for."),
    ACCOUNT_EXISTS(409, "The account is there already."),
    LIMIT_EXISTS(409, "A spending limit is at this address already."),
    REQUEST_TIMEOUT(408, "The request took longer than 30 seconds to come."),
    BODY_TOO_LARGE(413, "The body is larger than 256 KiB."),
    UNSUPPORTED_MEDIA_TYPE(415, "The content type is not application/json, or the body is compressed."),
    OUT_OF_RANGE(422, "A number outside its range."),
    NOT_AN_OPTION(422, "A word that is not among those allowed here."),
    TOO_LONG(422, "A text or list longer than its cap."),
    FORBIDDEN_CHARACTER(422, "A memo with a control character, or one that changes the direction of text."),
    EMPTY_LIST(422, "A list that must hold something is empty."),
    UNSUPPORTED_FEE_CURRENCY(422, "Fees are paid in sol."),
    DUPLICATE_SIGNER(422, "The same signer more than once."),
    UNKNOWN_PERMISSION(422, "A permission that does not exist."),
    NO_PROPOSER(422, "Nobody can propose."),
    NO_EXECUTOR(422, "Nobody can execute."),
    NO_VOTER(422, "Nobody can vote."),
    THRESHOLD_ZERO(422, "A threshold of 0 would approve everything."),
    THRESHOLD_EXCEEDS_VOTERS(422, "The threshold exceeds the number of signers that can vote."),
    TIME_LOCK_TOO_LONG(422, "A time lock of more than 90 days."),
    TOO_MANY_SIGNERS(422, "More signers than an account can have."),
    NOT_A_SIGNER(422, "Somebody who is no signer of the account."),
    PERMISSION_MISSING(422, "A signer without the permission that this takes."),
    SIGNERS_INSUFFICIENT(422, "Those who are ready to sign do not suffice."),
    ADMIN_CONTROLS_SETTINGS(422, "Settings belong to an admin; no vote changes them."),
    NOT_THE_ADMIN(422, "Only the admin may do this."),
    NO_ADMIN(422, "The account has no admin."),
    ADMIN_CANNOT_BE_ADDED(422, "An account without an admin cannot get one."),
    ADMIN_CANNOT_SIGN(422, "The admin is a smart account or another address without a key, and signs no transaction itself."),
    ALREADY_A_SIGNER(422, "Who is to be added is a signer already."),
    NO_SUCH_SIGNER(422, "Who is to be removed is no signer."),
    LAST_SIGNER(422, "The only signer cannot be removed."),
    NOTHING_TO_CHANGE(422, "The change changes nothing."),
    SIGNER_HOLDS_LIMITS(422, "Somebody who would leave is named by spending limits."),
    MUST_BE_TWO_CHANGES(422, "Limits cannot go and room be made in one change."),
    LIMIT_NEEDS_ENGINE(422, "Yearly limits and expirations are not offered yet."),
    AMOUNT_ZERO(422, "An amount of 0."),
    NO_LIMIT_SIGNERS(422, "A spending limit for nobody."),
    NOT_ENTITLED(422, "Somebody who is not among the limit's signers."),
    DESTINATION_NOT_ALLOWED(422, "A receiver who is not among the limit's destinations."),
    DESTINATION_HOLDS_TOKENS(422, "Tokens go to their receiver, not to a token account or a mint."),
    LIMIT_EXCEEDED(422, "More than what is left of the limit."),
    NOT_COVERED(422, "The money is not there."),
    BELOW_RENT_MINIMUM(422, "An account would be left with too little to stand."),
    NOTHING_TO_PREPARE(422, "The transaction does nothing."),
    INSTRUCTION_UNREADABLE(422, "An instruction of the smart account program does not read exactly as a known one."),
    ACCOUNT_DOES_NOT_SIGN(422, "The account signs nowhere in the transaction."),
    INSTRUCTIONS_TOO_LONG(422, "The instructions are not under 1,050 bytes."),
    DOES_NOT_FIT(422, "What is asked does not fit one transaction, and can't be divided among several."),
    NONCE_CARRIES_ONE(422, "It would be several transactions, and a durable nonce carries one."),
    NONCE_NOT_ALLOWED(422, "A durable nonce: none may be used until signed intents exist."),
    PRIORITY_FEE_TOO_HIGH(422, "The transaction would pay more to be preferred than the operator allows."),
    NEEDS_ACKNOWLEDGEMENT(422, "What is prepared gives something away for good, and the query does not acknowledge that."),
    GIVES_AWAY_VAULT(422, "A warning: another program would own the vault, or it would hold data, so that no transfer leaves it any more."),
    GIVES_AWAY_TOKEN_AUTHORITY(422, "A warning: an authority over a token account or a mint would be somebody else's."),
    CLOSES_TOKEN_ACCOUNT_ELSEWHERE(422, "A warning: a token account's lamports would go to somebody else than the vault."),
    APPROVES_DELEGATE(422, "A warning: somebody else could move tokens of the vault."),
    TABLE_DEACTIVATED(422, "A lookup table was deactivated: what needs it could soon never be executed."),
    TOKENS_CANNOT_MOVE(422, "Tokens can't be moved so within a limit: frozen, paused, not transferable, or with conditions."),
    TOO_MANY_ACCOUNTS(422, "More accounts would be named at once than one transaction may name, lookup tables or not."),
    TOO_MANY_BUFFERS(422, "Someone has opened all the buffers for large content that they can."),
    NOT_COMPILABLE(422, "What is asked cannot be spelled as a transaction."),
    WRITES_OWN_PROPOSAL(422, "The transaction writes to the proposal that would execute it."),
    NO_KEY_FOR(422, "Nobody holds a key for an address that would have to sign."),
    ACCOUNT_AS_OWN_SIGNER(422, "An account would become a signer of itself."),
    PAYER_CANNOT_PAY(422, "Nobody here can sign for the fee payer: no key does, as for a smart account, or the operator's own."),
    NOBODY_SIGNS(422, "Nobody is named who could sign."),
    ACCOUNT_UNREADABLE(422, "What stands on the chain at an address is not what was expected there."),
    NO_RENT_COLLECTOR(422, "Rent comes back only where a rent collector is set."),
    WRONG_RENT_COLLECTOR(422, "Rent goes to the account's rent collector alone."),
    NOT_PROPOSED(422, "Nobody has made a proposal to this transaction."),
    WOULD_NEVER_EXECUTE(422, "Votes would be spent in vain: the execution would be refused."),
    WOULD_ORPHAN(422, "The content of the transaction is gone: it could be approved and never executed."),
    CONTENT_OPAQUE(422, "Nobody can be shown what the transaction does: it can be rejected and cancelled."),
    AMBIGUOUS_REMOVAL(422, "One change adds and removes the same signer."),
    SIMULATION_FAILED(422, "The chain says that the transaction would fail."),
    TRANSACTION_FAILED(422, "The transaction that was submitted landed and failed."),
    TRANSACTION_EXPIRED(422, "The transaction that was submitted did not land, and can't any more."),
    BLOCKHASH_EXPIRED(422, "The chain does not know the blockhash of the transaction any more. Nothing was sent."),
    FOREIGN_INSTRUCTION(422, "An instruction that does something else than to operate on the account."),
    NOTHING_ON_ACCOUNT(422, "The transaction does nothing to the account."),
    VOTE_NAMES_NOTHING(422, "A vote does not say what it is for."),
    SIGNATURES_MISSING(422, "Signatures are missing."),
    SIGNATURE_INVALID(422, "A signature that is not valid for its signer."),
    SIGNATURE_FITS_NOBODY(422, "A signature of nobody who is to sign the transaction."),
    FEE_PAYER_PROTECTED(422, "The operator's fee payer signs nothing but accounts that the service makes, and gets no say in any."),
    RATE_LIMITED(429, "Too many requests with this API key."),
    TOO_MANY_SUBMISSIONS(429, "Too many submissions are on their way."),
    CREATION_QUOTA(429, "This API key has had its accounts for the day."),
    INTERNAL(500, "A fault of the service. The request id finds it in the log."),
    EFFECT_UNKNOWN(500, "The store failed while it wrote: whether the request took effect is not known."),
    NOT_OFFERED(501, "The service does not offer this."),
    CHAIN_BAD_ANSWER(502, "The chain's node answered something that makes no sense."),
    CHAIN_UNREACHABLE(503, "No node of the chain answers."),
    CHAIN_BUSY(503, "The chain's node asks for fewer calls."),
    NETWORK_NOT_CONFIGURED(503, "No node is configured for this network."),
    STORE_UNAVAILABLE(503, "The service's store gives no answer."),
    FEE_PAYER_LOW(503, "The operator's fee payer has too little to make accounts."),
    CREATION_BUDGET_SPENT(503, "The operator's budget for accounts is used up."),
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

    /** What it says, in a sentence. */
    public String meaning() {
        return meaning;
    }

    /** As answers carry it: {@code threshold_exceeds_voters}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Of several problems the one with the lowest decides the status: 401, 403, 404, 400 and with it bodies that are not read, 409, 422,
     * then the others. Of the same status what is over for good goes first, and what time or more signers would mend last.
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

    /** Whether time or more signers would mend it. */
    public boolean isMissing() {
        return this == TIME_LOCKED || this == SIGNERS_INSUFFICIENT;
    }
}
