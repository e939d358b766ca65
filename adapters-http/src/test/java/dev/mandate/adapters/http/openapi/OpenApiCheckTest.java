package dev.mandate.adapters.http.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.kernel.Bytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class OpenApiCheckTest {

    private static final OpenApiCheck CHECK = new OpenApiCheck();
    private static final String LIVE = "{\"status\":\"live\"}";
    private static final String IMPORT = "/api/v1/smart-accounts/import";
    private static final String LIMITS = "/api/v1/smart-accounts/7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU/spending-limits";
    private static final String NO_LIMITS = "{\"items\":[],\"next_cursor\":null}";

    @Test
    void anExchangeAsDocumentedPasses() {
        Reply reply = reply(200, LIVE);
        assertEquals(reply, CHECK.check(get("/health/live", ""), reply));
        assertEquals(reply, CHECK.over(request -> reply).apply(get("/health/live", "")));
    }

    @Test
    void aStatusThatNobodyWroteDownFails() {
        assertFails("status 418 is not documented", get("/health/live", ""), reply(418, LIVE));
    }

    @Test
    void aFieldThatNobodyWroteDownFails() {
        assertFails("mood", get("/health/live", ""), reply(200, "{\"status\":\"live\",\"mood\":\"good\"}"));
    }

    @Test
    void aFieldThatIsMissingFails() {
        assertFails("next_cursor", get(LIMITS, ""), reply(200, "{\"items\":[]}"));
    }

    @Test
    void aValueOfAnotherKindFails() {
        assertFails("items", get(LIMITS, ""), reply(200, "{\"items\":7,\"next_cursor\":null}"));
    }

    @Test
    void anErrorThatIsNotInTheTableFails() {
        assertFails("bad_mood", get(LIMITS, ""), reply(404, error("bad_mood", "")));
    }

    @Test
    void aTimeThatIsNoneFails() {
        assertFails(
                "timestamp",
                get(LIMITS, ""),
                reply(404, error("unknown_account", "").replace("2026-11-20T12:00:00Z", "noon")));
    }

    @Test
    void anAnswerThatIsNoJsonFails() {
        assertFails("no JSON", get(LIMITS, ""), reply(200, "<html>"));
    }

    @Test
    void anotherContentTypeFails() {
        Reply page = new Reply(200, "text/html; charset=utf-8", reply(200, "").headers(), Bytes.EMPTY);
        assertFails("content type text/html is not documented", get("/health/live", ""), page);
    }

    @Test
    void anAnswerWithoutRequestIdFails() {
        Reply anonymous = Reply.text(200, Reply.JSON, LIVE);
        assertFails("x-request-id", get("/health/live", ""), anonymous);
    }

    @Test
    void aPathThatNobodyWroteDownIsNotThere() {
        Request nowhere = get("/nowhere", "");
        Reply none = reply(404, error("unknown_path", ""));
        assertEquals(none, CHECK.check(nowhere, none));
        assertFails("no such operation is documented: it must be 404", nowhere, reply(200, LIVE));
    }

    @Test
    void aMethodThatNobodyWroteDownIsNotAllowed() {
        Request post = post("/health/live", "", "{}");
        Reply none = reply(405, error("method_not_allowed", ""));
        assertEquals(none, CHECK.check(post, none));
        assertFails("it must be 405", post, reply(200, LIVE));
    }

    @Test
    void aQueryParameterThatNobodyWroteDownMustNotBeTaken() {
        assertFails("undocumented parameter colour", get(LIMITS, "colour=red"), reply(200, NO_LIMITS));
        Reply refused = reply(400, error("bad_query", "colour"));
        assertEquals(refused, CHECK.check(get(LIMITS, "colour=red"), refused));
    }

    @Test
    void aQueryParameterOutOfItsRangeMustNotBeTaken() {
        assertFails("was taken", get("/api/v1/smart-accounts", "limit=101"), reply(200, NO_LIMITS));
        Reply page = reply(200, NO_LIMITS);
        assertEquals(page, CHECK.check(get("/api/v1/smart-accounts", "limit=100"), page));
    }

    @Test
    void aBodyThatTheDocumentForbidsMustNotBeTaken() {
        assertFails(
                "was taken",
                post("/api/v0/smart_account/transaction/create", "", "{\"threshold\":1}"),
                reply(201, "{}"));
    }

    @Test
    void aBodyAsDocumentedMustNotBeCalledMalformed() {
        Request fine = post(IMPORT, "", "{\"multisig_address\":\"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU\"}");
        assertFails("was called malformed", fine, reply(400, error("unknown_field", "multisig_address")));
        Reply refused = reply(400, error("wrong_type", "multisig_address"));
        Request number = post(IMPORT, "", "{\"multisig_address\":7}");
        assertEquals(refused, CHECK.check(number, refused));
    }

    @Test
    void nullIsAsGoodAsMissing() {
        Request missing = post(IMPORT, "", "{\"multisig_address\":null}");
        Reply refused = reply(400, error("missing_field", "multisig_address"));
        assertEquals(refused, CHECK.check(missing, refused));
    }

    @Test
    void aFieldThatNobodyKnowsMayBeRefusedWithNullInItToo() {
        Request stranger = post(
                IMPORT, "", "{\"multisig_address\":\"7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU\",\"colour\":null}");
        Reply refused = reply(400, error("unknown_field", "colour"));
        assertEquals(refused, CHECK.check(stranger, refused));
    }

    private static void assertFails(String because, Request request, Reply reply) {
        AssertionError error = assertThrows(AssertionError.class, () -> {
            Reply passed = CHECK.check(request, reply);
            throw new IllegalStateException("passed: " + passed);
        });
        assertTrue(String.valueOf(error.getMessage()).contains(because), error.getMessage());
    }

    private static Request get(String path, String query) {
        return new Request("GET", path, query, Headers.NONE, new Body.Complete(Bytes.EMPTY), "127.0.0.1");
    }

    private static Request post(String path, String query, String body) {
        Headers json = Headers.NONE.with("content-type", Reply.JSON);
        return new Request(
                "POST",
                path,
                query,
                json,
                new Body.Complete(Bytes.of(body.getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1");
    }

    private static Reply reply(int status, String body) {
        return Reply.text(status, Reply.JSON, body).with("x-request-id", "req_1");
    }

    private static String error(String code, String field) {
        return """
                {"code":"%s","message":"No.","details":[{"field":"%s","code":"%s","message":"No."}],\
                "request_id":"req_1","timestamp":"2026-11-20T12:00:00Z"}"""
                .formatted(code, field, code);
    }
}
