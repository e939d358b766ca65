package dev.mandate.app.serve;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** What a faulty server does otherwise, and the script that finds it. */
enum PlantedFault {
    NONE("common-headers/a-call-without-an-api-key-is-401"),
    WRONG_STATUS("common-headers/a-call-without-an-api-key-is-401"),
    SERVER_ERROR("group-d-transaction-builders/the-threshold-is-updated"),
    NO_JSON("resources/an-account-has-its-fields"),
    EMPTY_BODY("group-c-policies/a-change-is-built-with-fee-and-signers"),
    MISSING_MEMBER("resources/an-account-has-its-fields"),
    WRONG_TYPE("resources/an-account-has-its-fields"),
    WRONG_VALUE("resources/a-signer-has-address-and-permissions"),
    NUMBER_FOR_AMOUNT("group-d-transaction-builders/the-fee-has-its-members"),
    NESTED_ERROR("errors/an-error-has-one-flat-shape"),
    OTHER_CODE("errors/an-unknown-path-is-404"),
    HEADER_MISSING("errors/the-request-id-is-a-header-too"),
    KEY_REPEATED("common-headers/an-answer-never-repeats-the-key"),
    CREATED_TWICE("group-c-policies/a-creation-with-a-repeated-idempotency-key-creates-once"),
    SUBMITTED_TWICE("states/what-is-submitted-twice-lands-once"),
    SIGNER_LEFT_OUT("group-d-transaction-builders/all-named-signers-sign"),
    NEVER_CONFIRMED("group-c-policies/a-creation-paid-by-its-owner-lands"),
    LIMIT_NOT_KEPT("group-c-policies/a-limit-is-not-exceeded"),
    KEY_SEALED_TO_ANOTHER("group-b-accounts-by-email/the-authorization-key-is-sealed-to-the-caller"),
    CODE_IN_THE_ANSWER("group-b-accounts-by-email/a-code-is-never-answered");

    /** An answer that a client gets. */
    record Changed(int status, Array<Tuple2<String, String>> headers, String body) {

        byte[] bytes() {
            return body.getBytes(StandardCharsets.UTF_8);
        }

        Changed withStatus(int other) {
            return new Changed(other, headers, body);
        }

        Changed with(String pattern, String replacement) {
            return new Changed(status, headers, body.replaceAll(pattern, replacement));
        }

        Changed saying(String other) {
            return new Changed(status, headers, other);
        }
    }

    private final String script;

    PlantedFault(String script) {
        this.script = script;
    }

    /** The script that finds it. */
    String script() {
        return script;
    }

    boolean losesRequestHeader(String name) {
        return this == CREATED_TWICE && name.equals("x-idempotency-key");
    }

    Changed change(String method, String path, String authorization, HttpResponse<String> response) {
        Array<Tuple2<String, String>> headers = Array.of("content-type", "x-request-id", "allow")
                .flatMap(name -> Array.ofAll(response.headers().allValues(name)).map(value -> Tuple.of(name, value)));
        Changed honest = new Changed(response.statusCode(), headers, response.body());
        boolean reads = method.equals("GET") && path.startsWith("/api/v1/smart-accounts/");
        return switch (this) {
            case NONE, CREATED_TWICE -> honest;
            case WRONG_STATUS -> honest.status() == 401 ? honest.withStatus(403) : honest;
            case SERVER_ERROR -> path.endsWith("/threshold/update") ? honest.withStatus(500).saying("{\"code\":\"internal_error\"}") : honest;
            case NO_JSON -> reads ? honest.saying("<html>all is well</html>") : honest;
            case EMPTY_BODY -> method.equals("PATCH") ? honest.saying("") : honest;
            case MISSING_MEMBER -> reads ? honest.with("\"time_lock\":0,", "") : honest;
            case WRONG_TYPE -> reads ? honest.with("\"threshold\":(\\d+)", "\"threshold\":\"$1\"") : honest;
            case WRONG_VALUE -> reads ? honest.with("\"CAN_EXECUTE\"", "\"CAN_VOTE\"") : honest;
            case NUMBER_FOR_AMOUNT -> honest.with("\"amount_decimal\":\"([0-9.]+)\"", "\"amount_decimal\":[$1]");
            case NESTED_ERROR -> honest.status() >= 400 ? honest.saying("{\"error\":" + honest.body() + "}") : honest;
            case OTHER_CODE -> honest.with("unknown_path", "not_found");
            case HEADER_MISSING -> new Changed(honest.status(), headers.filter(header -> header._1().equals("content-type")), honest.body());
            case KEY_REPEATED -> honest.status() == 401 ? honest.with("\"message\":\"", "\"message\":\"" + authorization + " ") : honest;
            case SUBMITTED_TWICE -> path.endsWith("/submit") ? honest.with("\"submission_id\":\"[a-z0-9_]+\"", "\"submission_id\":\"sub_" + System.nanoTime() + "\"") : honest;
            case SIGNER_LEFT_OUT -> honest.with("(\"required_signers\":\\[\"\\w+\"),\"\\w+\"", "$1");
            case NEVER_CONFIRMED -> path.contains("/submissions/") ? honest.with("\"confirmed\"", "\"expired\"") : honest;
            case LIMIT_NOT_KEPT -> honest.status() == 422 && path.endsWith("/use") ? honest.withStatus(200) : honest;
            case KEY_SEALED_TO_ANOTHER -> honest.with("\"ciphertext\":\".", "\"ciphertext\":\"");
            case CODE_IN_THE_ANSWER -> path.equals("/accounts") ? honest.with("\\{\"type\"", "{\"otp_code\":\"123456\",\"type\"") : honest;
        };
    }
}
