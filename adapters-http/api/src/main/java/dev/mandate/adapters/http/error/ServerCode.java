package dev.mandate.adapters.http.error;

import static dev.mandate.ports.api.refusal.FailureKind.*;

import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.FailureKind;

/** Every code that this interface answers and the engine does not: requests that cannot be read, and the server's own state. */
public enum ServerCode implements FailureCode {
    MALFORMED_REQUEST(400, MALFORMED, "The request is not HTTP that the server understands."),
    MALFORMED_JSON(400, MALFORMED, "The body is not a JSON object, names a field twice, or exceeds a limit of what is read."),
    WRONG_TYPE(400, MALFORMED, "A field has the wrong JSON type."),
    MISSING_FIELD(400, MALFORMED, "A required field is missing."),
    EXCLUDED_FIELD(400, MALFORMED, "Two fields exclude each other."),
    UNKNOWN_FIELD(400, MALFORMED, "The call has no such field."),
    CANNOT_BE_IGNORED(400, MALFORMED, "A field that restricts who may do what was sent where it has no effect."),
    SPELLED_TWICE(400, MALFORMED, "Two names of one field have different values."),
    BAD_EMAIL(400, MALFORMED, "A text is not an e-mail address."),
    BAD_ADDRESS(400, MALFORMED, "A text is not an address (base58 of 32 bytes)."),
    BAD_INDEX(400, MALFORMED, "An index in the path is not a whole number."),
    BAD_AMOUNT(400, MALFORMED, "A text is not an amount (decimal digits without sign or leading zero)."),
    BAD_BASE64(400, MALFORMED, "A text is not base64."),
    BAD_SIGNATURE_TEXT(400, MALFORMED, "A text is not a signature of 64 bytes."),
    INTENT_MALFORMED(400, MALFORMED, "A value of an intent has no place in one, or its nonce is none."),
    BAD_QUERY(400, MALFORMED, "A query parameter is unknown, repeated or malformed."),
    BAD_HEADER(400, MALFORMED, "A header is malformed or has an unknown value."),
    NETWORK_CONFLICT(400, MALFORMED, "Two network headers disagree."),
    ENVIRONMENT_MISMATCH(400, MALFORMED, "The environment header names another environment than the server's."),
    SCOPE_MISSING(403, FORBIDDEN, "The API key lacks the scope for this call."),
    UNKNOWN_PATH(404, UNKNOWN, "There is nothing at this path."),
    UNKNOWN_WEBHOOK(404, UNKNOWN, "You have no such webhook."),
    UNKNOWN_SUBMISSION(404, UNKNOWN, "You have no such submission on this network."),
    METHOD_NOT_ALLOWED(405, UNSUPPORTED, "The path supports other methods."),
    EVENTS_GONE(410, OVER, "Some of these events are not kept any more."),
    LIMIT_REPLACED(410, OVER, "Another spending limit has replaced this one."),
    REQUEST_TIMEOUT(408, MALFORMED, "The request arrived too slowly."),
    BODY_TOO_LARGE(413, MALFORMED, "The body is larger than 256 KiB."),
    UNSUPPORTED_MEDIA_TYPE(415, MALFORMED, "The content type is not application/json, or the body is compressed."),
    NOT_AN_OPTION(422, REFUSED, "A word is not among those allowed."),
    WEBHOOK_DISABLED(409, REFUSED, "A disabled webhook is not sent to."),
    WEBHOOK_REPLAYING(409, REFUSED, "Events are being sent again already."),
    TOO_MANY_WEBHOOKS(422, REFUSED, "You have as many webhooks as you may have."),
    SEVERAL_TRANSACTIONS_NEEDED(422, REFUSED, "One transaction cannot hold the request."),
    FORBIDDEN_CHARACTER(422, REFUSED, "A text contains a control character, or one that changes the direction of text."),
    EMPTY_LIST(422, REFUSED, "A list that needs at least one entry is empty."),
    UNSUPPORTED_FEE_CURRENCY(422, REFUSED, "Fees are paid in sol."),
    INTENT_REQUIRED(422, REFUSED, "The request takes a signed intent."),
    INTENT_NOT_TAKEN(422, REFUSED, "The request takes no signed intent: the chain decides."),
    INTERNAL(500, FAULT, "An internal error. The request id finds it in the log."),
    EFFECT_UNKNOWN(500, FAULT, "The store failed during a write; it is not known whether the request took effect."),
    NETWORK_NOT_CONFIGURED(503, UNAVAILABLE, "No node is configured for this network."),
    STORE_UNAVAILABLE(503, UNAVAILABLE, "The service's store does not answer."),
    JOURNAL_DAMAGED(503, UNAVAILABLE, "The service's journal contradicts itself. The operator must repair or restore it."),
    OVERLOADED(503, UNAVAILABLE, "The service has more work than it gets done in time. Nothing was done for this request."),
    SHUTTING_DOWN(503, UNAVAILABLE, "The service is stopping."),
    HTTP_VERSION_NOT_SUPPORTED(505, UNSUPPORTED, "The service speaks HTTP/1.0, HTTP/1.1 and HTTP/2.");

    private final int status;
    private final FailureKind kind;
    private final String meaning;

    ServerCode(int status, FailureKind kind, String meaning) {
        this.status = status;
        this.kind = kind;
        this.meaning = meaning;
    }

    int status() {
        return status;
    }

    @Override
    public FailureKind kind() {
        return kind;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
