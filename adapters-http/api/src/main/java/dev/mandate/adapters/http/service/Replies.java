package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.codec.RemedyObjects;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.error.Status;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Writes answers and failures as responses: bare for the interface, in an envelope for the public SDK. Errors are flat for both. */
final class Replies {

    private static final String REQUEST_ID = "x-request-id";
    private static final Headers JSON_HEADERS = Headers.NONE
            .with("cache-control", "no-store")
            .with("x-content-type-options", "nosniff");

    Reply of(Answer answer, Dialect dialect, String requestId, UnixTime now) {
        return switch (answer) {
            case Answer.Plain(Reply reply) -> reply.with(REQUEST_ID, requestId);
            case Answer.Json json ->
                reply(json.status(), dialect == Dialect.GRID ? enveloped(json, requestId, now) : json.body(), requestId);
            case Answer.Rows rows ->
                reply(
                        200,
                        dialect == Dialect.GRID ? enveloped(rows, requestId, now) : listed(rows.items(), rows.next()),
                        requestId);
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

    private static ObjectNode listed(Array<ObjectNode> items, Option<String> next) {
        return cursor(Json.object().set("items", Json.array(items)), next);
    }

    private static ObjectNode enveloped(Answer.Rows rows, String requestId, UnixTime now) {
        return Json.object()
                .set("data", Json.array(rows.items()))
                .set("metadata", cursor(metadata(rows.ignored(), requestId, now), rows.next()));
    }

    private static ObjectNode cursor(ObjectNode object, Option<String> next) {
        return next.map(text -> object.put("next_cursor", text)).getOrElse(() -> object.putNull("next_cursor"));
    }

    private static ObjectNode metadata(Array<String> ignored, String requestId, UnixTime now) {
        ObjectNode metadata = Json.object().put("request_id", requestId).put("timestamp", RefusalText.time(now));
        if (!ignored.isEmpty()) {
            metadata.set("ignored_fields", Json.texts(ignored));
        }
        return metadata;
    }

    private static ObjectNode enveloped(Answer.Json json, String requestId, UnixTime now) {
        return Json.object()
                .set("data", json.body())
                .set("metadata", metadata(json.ignored(), requestId, now));
    }

    private static Reply reply(int status, ObjectNode body, String requestId) {
        return new Reply(status, Reply.JSON, JSON_HEADERS.with(REQUEST_ID, requestId), Json.write(body));
    }
}
