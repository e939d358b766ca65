package dev.mandate.adapters.http.error;

import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.refusal.FailureKind;
import io.vavr.collection.Array;

/** The HTTP status of each code. */
public final class Status {

    /** Every code of the interface, by status. */
    public static final Array<FailureCode> CODES = Array.<FailureCode>of(ServerCode.values())
            .appendAll(Array.of(ErrorCode.values()))
            .sortBy(Status::of);

    private Status() {}

    /** The status of answers with this code. */
    public static int of(FailureCode code) {
        return code instanceof ServerCode own ? own.status() : of(code.kind());
    }

    private static int of(FailureKind kind) {
        return switch (kind) {
            case MALFORMED -> 400;
            case UNKNOWN_CALLER -> 401;
            case FORBIDDEN -> 403;
            case UNKNOWN -> 404;
            case CONFLICT -> 409;
            case OVER -> 410;
            case HELD -> 423;
            case REFUSED -> 422;
            case TOO_MANY -> 429;
            case FAULT -> 500;
            case UNSUPPORTED -> 501;
            case BAD_ANSWER -> 502;
            case UNAVAILABLE -> 503;
            case PENDING -> 504;
        };
    }
}
