package dev.mandate.adapters.http.error;

import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.api.refusal.Subject;

/** The names of fields, headers and query parameters for the parts of a request that the engine's refusals are about. */
public final class FieldNames {

    private FieldNames() {}

    /** The field of a problem, empty if it is of the request as a whole: {@code smart_account_signers[1].address}. */
    public static String of(Problem problem) {
        return switch (problem.subject()) {
            case Subject.Named(String name) -> name;
            case Subject.IntentValue(String name) -> "intent.content." + name;
            case Subject.IntentSignature(int index) -> "intent.signatures[" + index + "].signature";
            case Subject.Signature(int index) -> "kms_payloads[" + index + "].signature";
            case Subject.Argument argument -> of(argument);
        };
    }

    private static String of(Subject.Argument argument) {
        return switch (argument) {
            case REQUEST -> "";
            case ADMIN_ADDRESS -> "admin_address";
            case API_KEY -> "authorization";
            case AMOUNT -> "amount";
            case AUTHENTICATOR_RESPONSE -> "authenticatorResponse";
            case AUTHORITY -> "admin";
            case CURSOR -> "cursor";
            case DESTINATION -> "destination";
            case EMAIL -> "email";
            case EXPECTED_VERSION -> "expected_version";
            case EXPIRATION -> "expiration";
            case FEE_PAYER -> "fee_config.payer_address";
            case FILTERS -> "transaction_filters";
            case IDEMPOTENCY_KEY -> "x-idempotency-key";
            case INTENT_EXPIRY -> "intent.content.expires_at";
            case INTENT_NONCE -> "intent.content.nonce";
            case INTENT_SIGNATURES -> "intent.signatures";
            case LEAVING_SIGNER -> "signer_address";
            case LIMIT_SIGNER -> "signer";
            case LIMIT_SIGNERS -> "spending_limit_signers";
            case NONCE_ACCOUNT -> "nonce_account";
            case ONE_TIME_CODE -> "otp_code";
            case PASSKEY -> "public_key";
            case RECIPIENT_KEY -> "encryption_public_key";
            case SETTINGS_ADDRESS -> "multisig_address";
            case SIGNED_REQUEST -> "kms_payload";
            case SIGNERS -> "smart_account_signers";
            case THRESHOLD -> "threshold";
            case TIME_LOCK -> "time_lock";
            case TOKEN -> "token_address";
            case TRANSACTION -> "transaction";
            case TRANSACTION_SIGNERS -> "transaction_signers";
        };
    }
}
