package dev.mandate.testsupport.openapi;

import static dev.mandate.testsupport.openapi.DescribedService.LIVE;
import static dev.mandate.testsupport.openapi.DescribedService.answer;
import static dev.mandate.testsupport.openapi.DescribedService.error;
import static dev.mandate.testsupport.openapi.DescribedService.get;
import static dev.mandate.testsupport.openapi.DescribedService.patch;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testsupport.openapi.Exchange.Answer;
import org.junit.jupiter.api.Test;

class OpenApiCheckTest {

    private static final String NONE = "{\"items\":[],\"next_cursor\":null}";

    private final OpenApiCheck check = DescribedService.check();

    @Test
    void anExchangeAsDocumentedPassesAndIsCounted() {
        assertPasses(get("/live", "", answer(200, LIVE)));
        assertPasses(get("/things", "", answer(404, error("unknown_thing", ""))));
        assertEquals(2, check.held());
    }

    @Test
    void anExchangeThatFailsIsNotCounted() {
        assertFails("status 418", get("/live", "", answer(418, LIVE)));
        assertEquals(0, check.held());
    }

    @Test
    void anUndocumentedStatusFails() {
        assertFails("status 418 is not documented", get("/live", "", answer(418, LIVE)));
    }

    @Test
    void anUndocumentedFieldFails() {
        assertFails("mood", get("/live", "", answer(200, "{\"status\":\"live\",\"mood\":\"good\"}")));
    }

    @Test
    void aFieldThatIsMissingFails() {
        assertFails("next_cursor", get("/things", "", answer(200, "{\"items\":[]}")));
    }

    @Test
    void aValueOfAnotherKindFails() {
        assertFails("items", get("/things", "", answer(200, "{\"items\":7,\"next_cursor\":null}")));
    }

    @Test
    void anErrorThatIsNotInTheTableFails() {
        assertFails("bad_mood", get("/things", "", answer(404, error("bad_mood", ""))));
    }

    @Test
    void aTimeThatIsNoneFails() {
        String noon = error("unknown_thing", "").replace("2026-11-20T12:00:00Z", "noon");
        assertFails("timestamp", get("/things", "", answer(404, noon)));
    }

    @Test
    void anAnswerThatIsNoJsonFails() {
        assertFails("no JSON", get("/things", "", answer(200, "<html>")));
        assertFails("no JSON", get("/things", "", answer(400, "<html>")));
        assertFails("no JSON", get("/things", "", answer(200, NONE.replace("}", ",\"next_cursor\":null}"))));
    }

    @Test
    void anotherContentTypeFails() {
        Answer page = new Answer(200, "text/html; charset=utf-8", "req_1", Bytes.EMPTY);
        assertFails("content type text/html is not documented", get("/live", "", page));
        Answer none = new Answer(200, "", "req_1", DescribedService.bytes(LIVE));
        assertFails("content type  is not documented", get("/live", "", none));
    }

    @Test
    void headIsHeldAsGetWithoutItsBody() {
        assertPasses(head("/live", answer(200, "")));
        assertPasses(head("/nowhere", answer(404, "")));
        assertFails("HEAD is answered with a body", head("/live", answer(200, LIVE)));
        assertFails("status 418 is not documented", head("/live", answer(418, "")));
        assertFails(
                "content type text/html is not documented",
                head("/live", new Answer(200, "text/html", "req_1", Bytes.EMPTY)));
        assertFails("no such operation is documented: it must be 404", head("/nowhere", answer(200, "")));
    }

    private static Exchange head(String path, Answer answer) {
        return new Exchange("HEAD", path, "", Bytes.EMPTY, answer);
    }

    @Test
    void anAnswerWithoutRequestIdFails() {
        assertFails("x-request-id", get("/live", "", new Answer(200, "application/json", "", DescribedService.bytes(LIVE))));
    }

    @Test
    void anUndocumentedPathMustBeNotFound() {
        assertPasses(get("/nowhere", "", answer(404, error("unknown_path", ""))));
        assertFails("no such operation is documented: it must be 404", get("/nowhere", "", answer(200, LIVE)));
        assertFails("no JSON", get("/nowhere", "", answer(404, "nothing here")));
    }

    @Test
    void anUndocumentedMethodMustBeNotAllowed() {
        Exchange refused =
                new Exchange("POST", "/live", "", Bytes.EMPTY, answer(405, error("method_not_allowed", "")));
        assertPasses(refused);
        assertFails("it must be 405", new Exchange("POST", "/live", "", Bytes.EMPTY, answer(200, LIVE)));
    }

    @Test
    void aMalformedRequestIsRefusedOnAnyPath() {
        assertPasses(get("/nowhere", "", answer(400, error("malformed_request", ""))));
        assertFails("it must be 404", get("/nowhere", "", answer(400, error("bad_query", ""))));
    }

    @Test
    void pagesOutsideTheDocumentAreRefusedInTheUsualForm() {
        assertPasses(get("/pages/style.css", "", new Answer(200, "text/css", "req_1", Bytes.EMPTY)));
        assertPasses(get("/pages/7", "", answer(501, error("not_offered", ""))));
        assertFails("no JSON", get("/pages/7", "", answer(501, "no")));
        assertFails("text/plain", get("/pages/7", "", new Answer(501, "text/plain", "req_1", Bytes.EMPTY)));
        assertFails("x-request-id", get("/pages/style.css", "", new Answer(200, "text/css", "", Bytes.EMPTY)));
    }

    @Test
    void anAnswerWithoutARequestMustBeARefusal() {
        check.holdRefusal(answer(400, error("malformed_request", "")));
        assertEquals(1, check.held());
        assertThrows(AssertionError.class, () -> check.holdRefusal(answer(200, LIVE)));
        assertThrows(AssertionError.class, () -> check.holdRefusal(answer(400, "{}")));
        assertEquals(1, check.held());
    }

    @Test
    void anUndocumentedQueryParameterMustBeRefused() {
        assertFails("undocumented parameter colour", get("/things", "colour=red", answer(200, NONE)));
        assertPasses(get("/things", "colour=red", answer(400, error("bad_query", "colour"))));
    }

    @Test
    void publicPathsAcceptParametersOfMonitors() {
        assertPasses(get("/live", "probe=7", answer(200, LIVE)));
    }

    @Test
    void aQueryParameterOutOfItsRangeMustNotBeTaken() {
        assertFails("was taken", get("/things", "limit=101", answer(200, NONE)));
        assertPasses(get("/things", "limit=100", answer(200, NONE)));
    }

    @Test
    void aBodyThatTheDocumentForbidsMustNotBeTaken() {
        assertFails("was taken", patch("{\"name\":1}", answer(200, "{}")));
    }

    @Test
    void aBodyAsDocumentedMustNotBeCalledMalformed() {
        assertFails("was called malformed", patch("{\"name\":\"a\"}", answer(400, error("unknown_field", "name"))));
        assertPasses(patch("{\"name\":7}", answer(400, error("wrong_type", "name"))));
    }

    @Test
    void nullIsAsGoodAsMissing() {
        assertPasses(patch("{\"name\":null}", answer(400, error("missing_field", "name"))));
        assertPasses(patch("{\"name\":\"a\",\"admin_address\":null}", answer(200, "{}")));
    }

    @Test
    void anUnknownFieldMayBeRefusedEvenIfNull() {
        assertPasses(patch("{\"name\":\"a\",\"colour\":null}", answer(400, error("unknown_field", "colour"))));
    }

    private void assertPasses(Exchange exchange) {
        int before = check.held();
        check.hold(exchange);
        assertEquals(before + 1, check.held());
    }

    private void assertFails(String because, Exchange exchange) {
        AssertionError error = assertThrows(AssertionError.class, () -> check.hold(exchange));
        assertTrue(String.valueOf(error.getMessage()).contains(because), error.getMessage());
    }
}
