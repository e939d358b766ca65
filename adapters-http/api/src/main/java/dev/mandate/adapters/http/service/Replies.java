package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.codec.RemedyObjects;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.RefusalText;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers and failures as responses. Failures are the same in each wire profile. */
final class Replies {

    private static final String REQUEST_ID = "x-request-id";
    private static final Headers JSON_HEADERS = Headers.NONE
            .with("cache-control", "no-store")
            .with("x-content-type-options", "nosniff");

    Reply of(Answer answer, WireProfile profile, String requestId, UnixTime now) {
        return switch (answer) {
            case Answer.Plain(Reply reply) -> reply.with(REQUEST_ID, requestId);
            case Answer.Json json -> reply(json.status(), profile.body(json, requestId, now), requestId);
            case Answer.Rows rows -> reply(200, profile.body(rows, requestId, now), requestId);
        };
    }

    Reply of(Failure failure, String requestId, UnixTime now) {
        ObjectNode body = Json.object()
                .put("code", failure.code().word())
                .put("message", failure.message())
                .set("details", Json.array(WireObjects.problems(failure)))
                .put("request_id", requestId)
                .put("timestamp", RefusalText.time(now));
        failure.remedy().forEach(remedy -> body.set("remedy", RemedyObjects.of(remedy)));
        int status = Status.of(failure.code());
        Reply reply = reply(status, body, requestId);
        Reply challenged =
                status == 401 ? reply.with("www-authenticate", "Bearer realm=\"mandate\"") : reply;
        return failure.retryAfter()
                .map(seconds -> challenged.with("retry-after", Long.toString(seconds)))
                .getOrElse(challenged);
    }

    private static Reply reply(int status, ObjectNode body, String requestId) {
        return new Reply(status, Reply.JSON, JSON_HEADERS.with(REQUEST_ID, requestId), Json.write(body));
    }
}
