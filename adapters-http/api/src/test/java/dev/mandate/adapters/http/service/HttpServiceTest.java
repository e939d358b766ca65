package dev.mandate.adapters.http.service;

import static dev.mandate.adapters.http.service.TwoEndpoints.assertRefused;
import static dev.mandate.adapters.http.service.TwoEndpoints.json;
import static dev.mandate.adapters.http.service.TwoEndpoints.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The answers to requests, and the refusals of requests that no endpoint accepts. */
class HttpServiceTest {

    private final TwoEndpoints things = new TwoEndpoints();

    @Test
    void answersBare() {
        Reply reply = things.get("/things/7");

        assertEquals(200, reply.status());
        assertEquals("{\"at\":\"7\"}", text(reply));
        assertEquals(Option.some("no-store"), reply.headers().first("cache-control"));
    }

    @Test
    void writesAnswersAsTheWireProfileDoes() {
        ObjectNode body = json(things.get("/wrapped/things/7"));

        assertEquals("7", body.get("wrapped").get("at").stringValue());
        assertEquals(1_764_547_200, body.get("at").longValue());
    }

    @Test
    void namesARequestAsItsClientDid() {
        Reply reply = things.answer(things.request("GET", "/things/7").with("x-request-id", "client-chosen-1").build());

        assertEquals(Option.some("client-chosen-1"), reply.headers().first("x-request-id"));
    }

    @Test
    void aKeyIsNoNameOfARequestWithOrWithoutItsPrefix() {
        String secret = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOP";
        for (String name : Array.of(ApiKey.TOKEN_PREFIX + secret, secret, "id." + secret)) {
            Reply reply = things.answer(things.request("GET", "/things/7").with("x-request-id", name).build());

            assertTrue(reply.headers().first("x-request-id").get().startsWith("req_"), name);
        }
        assertFalse(things.log.everything().contains(secret), things.log::everything);
    }

    @Test
    void replacesARequestIdThatCouldForgeALogLine() {
        Reply reply = things.answer(things.request("GET", "/things/7").with("x-request-id", "a b\nc").build());

        assertTrue(reply.headers().first("x-request-id").get().startsWith("req_"));
    }

    @Test
    void unknownPathsAreAnsweredAsMissing() {
        assertRefused(404, "unknown_path", things.get("/nothing"));
        assertRefused(404, "unknown_path", things.get("/things"));
        assertRefused(404, "unknown_path", things.get("/things/7/8"));
        assertRefused(404, "unknown_path", things.get("/things/"));
        assertRefused(404, "unknown_path", things.get("things"));
        assertRefused(404, "unknown_path", things.get("xthings/7"));
        assertRefused(404, "unknown_path", things.get("things/7"));
        assertRefused(404, "unknown_path", things.get(""));
    }

    @Test
    void saysWhichMethodsThereAre() {
        Reply reply = things.answer(things.request("DELETE", "/things/7").build());

        assertRefused(405, "method_not_allowed", reply);
        assertEquals(Option.some("GET, HEAD, POST"), reply.headers().first("allow"));
    }

    @Test
    void answersToHeadAsToGet() {
        Reply got = things.get("/things/7");

        Reply reply = things.answer(things.request("HEAD", "/things/7").build());

        assertEquals(200, reply.status());
        assertEquals(got.contentType(), reply.contentType());
        assertEquals(got.body(), reply.body());
        assertRefused(404, "unknown_path", things.answer(things.request("HEAD", "/nothing").build()));
    }

    @Test
    void refusesBodiesThatAreTooLargeOrNoJson() {
        things.does(call -> call.body().map(body -> Answer.ok(Json.object().put("fields", body.size()))));

        assertRefused(413, "body_too_large", things.answer(written().body(new Body.TooLarge())));
        assertRefused(415, "unsupported_media_type", things.answer(written().body(body("{}"))));
        for (String charset : Array.of("charset=latin1", "charset=utf-8x", "charset=", "x=charset=utf-8; charset=utf-16")) {
            assertRefused(
                    415,
                    "unsupported_media_type",
                    things.answer(written()
                            .with("content-type", "application/json; " + charset)
                            .body(body("{}"))));
        }
        for (String coding : Array.of("gzip", "identity, br", "x")) {
            assertRefused(
                    415,
                    "unsupported_media_type",
                    things.answer(written()
                            .with("content-type", "application/json")
                            .with("content-encoding", coding)
                            .body(body("{}"))));
        }
        ObjectNode both = Json.parseObject(things.answer(
                                written().with("content-encoding", "br").body(body("{}")))
                        .body())
                .get();
        assertEquals(2, both.get("details").size());
        for (Charset encoding : Array.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
            assertRefused(
                    400,
                    "malformed_json",
                    things.answer(written()
                            .with("content-type", "application/json")
                            .body(new Body.Complete(Bytes.of("{}".getBytes(encoding))))));
        }
        assertRefused(
                400,
                "malformed_json",
                things.answer(written().with("content-type", "application/json").body(body("\ufeff{}"))));
        assertRefused(
                400,
                "malformed_json",
                things.answer(written().with("content-type", "application/json").body(body("{"))));
        assertEquals(
                200,
                things.answer(written()
                                .with("content-type", "Application/JSON; charset=\"UTF-8\"")
                                .with("content-encoding", "Identity")
                                .with("content-encoding", "")
                                .body(body("{}")))
                        .status());
    }

    @Test
    void refusesAQueryThatIsNoQuery() {
        things.does(call -> {
            boolean flag = call.query().flag("flag");
            var problems = call.query().problems();
            return problems.isEmpty()
                    ? Either.right(Answer.ok(Json.object().put("flag", flag)))
                    : Either.left(Failure.of(problems));
        });

        assertEquals("{\"flag\":true}", text(things.query("flag=true")));
        for (String bad : Array.of("flag=1", "flag=true&flag=true", "other=1", "flag=%zz", "%zz")) {
            assertRefused(400, "bad_query", things.query(bad));
        }
    }

    private TwoEndpoints.Asked written() {
        return things.requestWith(things.bootstrap, "POST", "/things/7");
    }

    private static Body body(String text) {
        return new Body.Complete(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }
}
