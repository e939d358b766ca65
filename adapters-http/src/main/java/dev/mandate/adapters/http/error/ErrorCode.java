package dev.mandate.adapters.http.error;

import java.util.Locale;

/** Every code that an answer may carry, with its HTTP status: the one table. Words stay; new ones may come. */
public enum ErrorCode {
    /** The request is no HTTP that the server understands. */
    MALFORMED_REQUEST(400, "The request is no HTTP that the server understands."),
    /** The body is no JSON object, names a field twice, or goes beyond what is read. */
    MALFORMED_JSON(400, "The body is no JSON object, names a field twice, or goes beyond what is read."),
    /** A field has another JSON type than it must have. */
    WRONG_TYPE(400, "A field has another JSON type than it must have."),
    /** A field that is required is not there. */
    MISSING_FIELD(400, "A field that is required is not there."),
    /** Two fields that exclude each other. */
    EXCLUDED_FIELD(400, "Two fields that exclude each other."),
    /** A field that this call does not know. */
    UNKNOWN_FIELD(400, "A field that this call does not know."),
    /** A field that narrows who may do what, sent where it has no meaning. */
    CANNOT_BE_IGNORED(400, "A field that narrows who may do what, sent where it has no meaning."),
    /** Two spellings of one field that say different things. */
    SPELLED_TWICE(400, "Two spellings of one field that say different things."),
    /** A text that is no address: base58 of 32 bytes. */
    BAD_ADDRESS(400, "A text that is no address: base58 of 32 bytes."),
    /** An index in the path that is no whole number. */
    BAD_INDEX(400, "An index in the path that is no whole number."),
    /** A text that is no amount: decimal digits without sign or leading zero. */
    BAD_AMOUNT(400, "A text that is no amount: decimal digits without sign or leading zero."),
    /** A text that is no base64. */
    BAD_BASE64(400, "A text that is no base64."),
    /** Bytes that are no well-formed transaction. */
    BAD_TRANSACTION(400, "Bytes that are no well-formed transaction."),
    /** A text that is no signature of 64 bytes. */
    BAD_SIGNATURE_TEXT(400, "A text that is no signature of 64 bytes."),
    /** A query parameter that is unknown, doubled or malformed. */
    BAD_QUERY(400, "A query parameter that is unknown, doubled or malformed."),
    /** A cursor that this list never gave. */
    BAD_CURSOR(400, "A cursor that this list never gave."),
    /** A header that is malformed or has an unknown value. */
    BAD_HEADER(400, "A header that is malformed or has an unknown value."),
    /** Two network headers that disagree. */
    NETWORK_CONFLICT(400, "Two network headers that disagree."),
    /** The environment header names another environment than the server's. */
    ENVIRONMENT_MISMATCH(400, "The environment header names another environment than the server's."),
    /** There is no API key, or none that is known. */
    UNAUTHENTICATED(401, "There is no API key, or none that is known."),
    /** The API key has expired or was revoked. */
    API_KEY_ENDED(401, "The API key has expired or was revoked."),
    /** The API key lacks the scope that this call takes. */
    SCOPE_MISSING(403, "The API key lacks the scope that this call takes."),
    /** There is nothing at this path. */
    UNKNOWN_PATH(404, "There is nothing at this path."),
    /** No such account of yours on this network. */
    UNKNOWN_ACCOUNT(404, "No such account of yours on this network."),
    /** The account has no transaction at this index. */
    UNKNOWN_TRANSACTION(404, "The account has no transaction at this index."),
    /** The account has no such spending limit. */
    UNKNOWN_LIMIT(404, "The account has no such spending limit."),
    /** No such submission of yours on this network. */
    UNKNOWN_SUBMISSION(404, "No such submission of yours on this network."),
    /** Nothing is on the chain at an address that should hold something. */
    NOT_ON_CHAIN(404, "Nothing is on the chain at an address that should hold something."),
    /** The path answers to other methods. */
    METHOD_NOT_ALLOWED(405, "The path answers to other methods."),
    /** The idempotency key was used for another request. */
    IDEMPOTENCY_KEY_REUSED(409, "The idempotency key was used for another request."),
    /** The transaction is in a state that does not allow this step. */
    TRANSACTION_STATE(409, "The transaction is in a state that does not allow this step."),
    /** Settings have changed since the transaction was proposed. */
    TRANSACTION_STALE(409, "Settings have changed since the transaction was proposed."),
    /** The same vote twice. */
    ALREADY_VOTED(409, "The same vote twice."),
    /** The transaction is approved, and its time lock still runs. */
    TIME_LOCKED(409, "The transaction is approved, and its time lock still runs."),
    /** A transaction without a proposal can be closed only once it is stale. */
    NOT_CLOSABLE(409, "A transaction without a proposal can be closed only once it is stale."),
    /** The transaction has a proposal already. */
    PROPOSAL_EXISTS(409, "The transaction has a proposal already."),
    /** A transaction that votes came before what it votes on. */
    NOT_PROPOSED_YET(409, "A transaction that votes came before what it votes on."),
    /** Under the index stands something else than what the votes say that they are for. */
    ANOTHER_PROPOSED(409, "Under the index stands something else than what the votes say that they are for."),
    /** The account is there already. */
    ACCOUNT_EXISTS(409, "The account is there already."),
    /** A spending limit is at this address already. */
    LIMIT_EXISTS(409, "A spending limit is at this address already."),
    /** The request took longer than 30 seconds to come. */
    REQUEST_TIMEOUT(408, "The request took longer than 30 seconds to come."),
    /** The body is larger than 256 KiB. */
    BODY_TOO_LARGE(413, "The body is larger than 256 KiB."),
    /** The content type is not application/json. */
    UNSUPPORTED_MEDIA_TYPE(415, "The content type is not application/json, or the body is compressed."),
    /** A number outside its range. */
    OUT_OF_RANGE(422, "A number outside its range."),
    /** A word that is not among those allowed here. */
    NOT_AN_OPTION(422, "A word that is not among those allowed here."),
    /** A text or list longer than its cap. */
    TOO_LONG(422, "A text or list longer than its cap."),
    /** A list that must hold something is empty. */
    EMPTY_LIST(422, "A list that must hold something is empty."),
    /** Fees are paid in sol. */
    UNSUPPORTED_FEE_CURRENCY(422, "Fees are paid in sol."),
    /** The same signer more than once. */
    DUPLICATE_SIGNER(422, "The same signer more than once."),
    /** A permission that does not exist. */
    UNKNOWN_PERMISSION(422, "A permission that does not exist."),
    /** Nobody can propose. */
    NO_PROPOSER(422, "Nobody can propose."),
    /** Nobody can execute. */
    NO_EXECUTOR(422, "Nobody can execute."),
    /** Nobody can vote. */
    NO_VOTER(422, "Nobody can vote."),
    /** A threshold of 0 would approve everything. */
    THRESHOLD_ZERO(422, "A threshold of 0 would approve everything."),
    /** The threshold exceeds the number of signers that can vote. */
    THRESHOLD_EXCEEDS_VOTERS(422, "The threshold exceeds the number of signers that can vote."),
    /** A time lock of more than 90 days. */
    TIME_LOCK_TOO_LONG(422, "A time lock of more than 90 days."),
    /** More signers than an account can have. */
    TOO_MANY_SIGNERS(422, "More signers than an account can have."),
    /** Somebody who is no signer of the account. */
    NOT_A_SIGNER(422, "Somebody who is no signer of the account."),
    /** A signer without the permission that this takes. */
    PERMISSION_MISSING(422, "A signer without the permission that this takes."),
    /** Those who are ready to sign do not suffice. */
    SIGNERS_INSUFFICIENT(422, "Those who are ready to sign do not suffice."),
    /** Settings belong to an admin; no vote changes them. */
    ADMIN_CONTROLS_SETTINGS(422, "Settings belong to an admin; no vote changes them."),
    /** Only the admin may do this. */
    NOT_THE_ADMIN(422, "Only the admin may do this."),
    /** The account has no admin. */
    NO_ADMIN(422, "The account has no admin."),
    /** An account without an admin cannot get one. */
    ADMIN_CANNOT_BE_ADDED(422, "An account without an admin cannot get one."),
    /** The admin is a smart account or another address without a key, and signs no transaction itself. */
    ADMIN_CANNOT_SIGN(422, "The admin is a smart account or another address without a key, and signs no transaction itself."),
    /** Who is to be added is a signer already. */
    ALREADY_A_SIGNER(422, "Who is to be added is a signer already."),
    /** Who is to be removed is no signer. */
    NO_SUCH_SIGNER(422, "Who is to be removed is no signer."),
    /** The only signer cannot be removed. */
    LAST_SIGNER(422, "The only signer cannot be removed."),
    /** The change changes nothing. */
    NOTHING_TO_CHANGE(422, "The change changes nothing."),
    /** Somebody who would leave is named by spending limits. */
    SIGNER_HOLDS_LIMITS(422, "Somebody who would leave is named by spending limits."),
    /** Limits cannot go and room be made in one change. */
    MUST_BE_TWO_CHANGES(422, "Limits cannot go and room be made in one change."),
    /** Yearly limits and expirations are not offered yet. */
    LIMIT_NEEDS_ENGINE(422, "Yearly limits and expirations are not offered yet."),
    /** An amount of 0. */
    AMOUNT_ZERO(422, "An amount of 0."),
    /** A spending limit for nobody. */
    NO_LIMIT_SIGNERS(422, "A spending limit for nobody."),
    /** Somebody who is not among the limit's signers. */
    NOT_ENTITLED(422, "Somebody who is not among the limit's signers."),
    /** A receiver who is not among the limit's destinations. */
    DESTINATION_NOT_ALLOWED(422, "A receiver who is not among the limit's destinations."),
    /** Tokens go to their receiver, not to a token account or a mint. */
    DESTINATION_HOLDS_TOKENS(422, "Tokens go to their receiver, not to a token account or a mint."),
    /** More than what is left of the limit. */
    LIMIT_EXCEEDED(422, "More than what is left of the limit."),
    /** The money is not there. */
    NOT_COVERED(422, "The money is not there."),
    /** An account would be left with too little to stand. */
    BELOW_RENT_MINIMUM(422, "An account would be left with too little to stand."),
    /** The transaction does nothing. */
    NOTHING_TO_PREPARE(422, "The transaction does nothing."),
    /** The account signs nowhere in the transaction. */
    ACCOUNT_DOES_NOT_SIGN(422, "The account signs nowhere in the transaction."),
    /** The instructions are not under 1,050 bytes. */
    INSTRUCTIONS_TOO_LONG(422, "The instructions are not under 1,050 bytes."),
    /** What is asked does not fit one transaction, and can't be divided among several. */
    DOES_NOT_FIT(422, "What is asked does not fit one transaction, and can't be divided among several."),
    /** It would be several transactions, and a durable nonce carries one. */
    NONCE_CARRIES_ONE(422, "It would be several transactions, and a durable nonce carries one."),
    /** More accounts would be named at once than one transaction may name, lookup tables or not. */
    TOO_MANY_ACCOUNTS(422, "More accounts would be named at once than one transaction may name, lookup tables or not."),
    /** Someone has opened all the buffers for large content that they can. */
    TOO_MANY_BUFFERS(422, "Someone has opened all the buffers for large content that they can."),
    /** What is asked cannot be spelled as a transaction. */
    NOT_COMPILABLE(422, "What is asked cannot be spelled as a transaction."),
    /** The transaction writes to the proposal that would execute it. */
    WRITES_OWN_PROPOSAL(422, "The transaction writes to the proposal that would execute it."),
    /** Nobody holds a key for an address that would have to sign. */
    NO_KEY_FOR(422, "Nobody holds a key for an address that would have to sign."),
    /** An account would become a signer of itself. */
    ACCOUNT_AS_OWN_SIGNER(422, "An account would become a signer of itself."),
    /** Nobody here can sign for the fee payer: no key does, as for a smart account, or the operator's own. */
    PAYER_CANNOT_PAY(422, "Nobody here can sign for the fee payer: no key does, as for a smart account, or the operator's own."),
    /** Nobody is named who could sign. */
    NOBODY_SIGNS(422, "Nobody is named who could sign."),
    /** What stands on the chain at an address is not what was expected there. */
    ACCOUNT_UNREADABLE(422, "What stands on the chain at an address is not what was expected there."),
    /** Rent comes back only where a rent collector is set. */
    NO_RENT_COLLECTOR(422, "Rent comes back only where a rent collector is set."),
    /** Rent goes to the account's rent collector alone. */
    WRONG_RENT_COLLECTOR(422, "Rent goes to the account's rent collector alone."),
    /** Nobody has made a proposal to this transaction. */
    NOT_PROPOSED(422, "Nobody has made a proposal to this transaction."),
    /** Votes would be spent in vain: the execution would be refused. */
    WOULD_NEVER_EXECUTE(422, "Votes would be spent in vain: the execution would be refused."),
    /** The content of the transaction is gone: it could be approved and never executed. */
    WOULD_ORPHAN(422, "The content of the transaction is gone: it could be approved and never executed."),
    /** One change adds and removes the same signer. */
    AMBIGUOUS_REMOVAL(422, "One change adds and removes the same signer."),
    /** The chain says that the transaction would fail. */
    SIMULATION_FAILED(422, "The chain says that the transaction would fail."),
    /** The chain refuses the transaction that was submitted, or ran it and it failed. */
    TRANSACTION_FAILED(422, "The chain refuses the transaction that was submitted, or ran it and it failed."),
    /** The transaction that was submitted did not land in its time. */
    TRANSACTION_EXPIRED(422, "The transaction that was submitted did not land in its time."),
    /** An instruction that does something else than to operate on the account. */
    FOREIGN_INSTRUCTION(422, "An instruction that does something else than to operate on the account."),
    /** The transaction does nothing to the account. */
    NOTHING_ON_ACCOUNT(422, "The transaction does nothing to the account."),
    /** Signatures are missing. */
    SIGNATURES_MISSING(422, "Signatures are missing."),
    /** A signature that is not valid for its signer. */
    SIGNATURE_INVALID(422, "A signature that is not valid for its signer."),
    /** A signature of nobody who is to sign the transaction. */
    SIGNATURE_FITS_NOBODY(422, "A signature of nobody who is to sign the transaction."),
    /** The operator's fee payer signs nothing but accounts that the service makes, and gets no say in any. */
    FEE_PAYER_PROTECTED(422, "The operator's fee payer signs nothing but accounts that the service makes, and gets no say in any."),
    /** Too many requests with this API key. */
    RATE_LIMITED(429, "Too many requests with this API key."),
    /** Too many submissions are on their way. */
    TOO_MANY_SUBMISSIONS(429, "Too many submissions are on their way."),
    /** This API key has had its accounts for the day. */
    CREATION_QUOTA(429, "This API key has had its accounts for the day."),
    /** A fault of the service. The request id finds it in the log. */
    INTERNAL(500, "A fault of the service. The request id finds it in the log."),
    /** The service does not offer this. */
    NOT_OFFERED(501, "The service does not offer this."),
    /** The chain's node answered something that makes no sense. */
    CHAIN_BAD_ANSWER(502, "The chain's node answered something that makes no sense."),
    /** No node of the chain answers. */
    CHAIN_UNREACHABLE(503, "No node of the chain answers."),
    /** The chain's node asks for fewer calls. */
    CHAIN_BUSY(503, "The chain's node asks for fewer calls."),
    /** No node is configured for this network. */
    NETWORK_NOT_CONFIGURED(503, "No node is configured for this network."),
    /** The service's store gives no answer. */
    STORE_UNAVAILABLE(503, "The service's store gives no answer."),
    /** The operator's fee payer has too little to make accounts. */
    FEE_PAYER_LOW(503, "The operator's fee payer has too little to make accounts."),
    /** The operator's budget for accounts is used up. */
    CREATION_BUDGET_SPENT(503, "The operator's budget for accounts is used up."),
    /** The service is stopping. */
    SHUTTING_DOWN(503, "The service is stopping."),
    /** The service speaks HTTP/1.1 alone. */
    HTTP_VERSION_NOT_SUPPORTED(505, "The service speaks HTTP/1.1 alone.");

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
