package dev.mandate.adapters.http.openapi;

import dev.mandate.adapters.http.api.OpenApi;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testsupport.openapi.Exchange;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import dev.mandate.testsupport.openapi.OpenApiDocument;
import io.vavr.collection.Array;
import java.util.function.Function;

/** Checks the service against the document of everything that can be served. */
public final class Documented {

    /** The page at /docs and its parts, and the SDK's calls that are not offered. They are not for client generators. */
    private static final Array<String> BESIDE = Array.of(
            "/|/docs/.*|/api/v1/submissions",
            "/api/grid/v1/passkeys(/auth|/submit|/find|/account/[^/]+)?",
            "/api/grid/v1/accounts/[^/]+/(passkeys|passkeys/transaction|passkeys/[^/]+/transaction|kyc|kyc/[^/]+|virtual-accounts?"
                    + "|standing-orders|standing-order-intent|standing-order/[^/]+|payment-intent)");

    private Documented() {}

    /** Returns the document of everything that can be served. */
    public static OpenApiDocument document() {
        return OpenApiDocument.of(OpenApi.everything());
    }

    /** Returns a check against that document. */
    public static OpenApiCheck check() {
        return new OpenApiCheck(document(), BESIDE);
    }

    /** Returns whether a served path must be in the document. */
    static boolean isDocumented(String path) {
        return !BESIDE.exists(path::matches);
    }

    /** Returns {@code service} with a check of every exchange. */
    public static Function<Request, Reply> held(Function<Request, Reply> service, OpenApiCheck check) {
        return request -> {
            Reply reply = service.apply(request);
            check.hold(new Exchange(
                    request.method(), request.path(), request.query(), body(request.body()), answer(reply)));
            return reply;
        };
    }

    /** Returns {@code reply} as a client sees it. */
    public static Exchange.Answer answer(Reply reply) {
        return new Exchange.Answer(
                reply.status(),
                reply.contentType(),
                reply.headers().first("x-request-id").getOrElse(""),
                reply.body());
    }

    private static Bytes body(Body body) {
        return switch (body) {
            case Body.Complete(Bytes bytes) -> bytes;
            case Body.Awaited awaited -> Bytes.EMPTY;
            case Body.TooLarge large -> Bytes.EMPTY;
        };
    }
}
