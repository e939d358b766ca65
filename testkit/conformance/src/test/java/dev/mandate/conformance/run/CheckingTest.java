package dev.mandate.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.conformance.script.Script;
import dev.mandate.conformance.script.ScriptParser;
import dev.mandate.conformance.script.Step;
import dev.mandate.conformance.service.Reply;
import io.vavr.collection.HashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each expectation takes and refuses. */
class CheckingTest {

    private static final Reply REPLY = new Reply(
            "GET /x",
            201,
            HashMap.of("x-request-id", "req_1"),
            "{\"text\": \"abc\", \"one\": 1, \"half\": 0.5, \"yes\": true, \"none\": null, \"big\": 18446744073709551615, \"list\": [{\"a\": 1, \"b\": {\"c\": 2, \"d\": 3}}, \"x\"],"
                    + " \"object\": {\"k\": \"v\"}}");

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "status 201", "status 200 or 201", "/text = \"abc\"", "/text != \"abd\"", "/text is a string", "/text matches [a-c]+", "/text = \"{word}\"", "/one = 1.0",
        "/one is an integer", "/one is a number", "/one matches 1", "/half is a number", "/yes is a boolean", "/yes = true", "/none is null", "/none = null",
        "/big = 18446744073709551615", "/big is an integer", "/list is an array", "/list has 2 entries", "/list contains \"x\"", "/list contains {\"a\": 1}",
        "/list contains {\"b\": {\"d\": 3}}", "/list/0/b/c = 2", "/object is an object", "/object = {\"k\": \"v\"}", "/missing absent", "/list/2 absent",
        "header x-request-id matches req_.+", "header x-request-id = \"req_1\"", "header x-other absent", "body lacks abd"
    })
    void holds(String expectation) {
        assertEquals("holds", judged(expectation));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "status 200; status 201", "/text = \"ab\"; \"abc\"", "/text != \"abc\"; \"abc\"", "/missing != 1; absent", "/text is an integer; \"abc\"",
        "/text matches [a-b]+; \"abc\"", "/one = 2; 1", "/one is a string; 1", "/half is an integer; 0.5", "/yes matches true; true", "/none is a string; null",
        "/none absent; null", "/missing is null; absent", "/big = 18446744073709551614; 18446744073709551615", "/text has 3 entries; \"abc\"",
        "/object = {}; {\"k\":\"v\"}", "/object contains \"k\"; {\"k\":\"v\"}", "header x-other matches .*; absent", "header x-request-id absent; \"req_1\"",
        "body lacks abc; the body has it"
    })
    void saysWhatCame(String expectation, String came) {
        assertEquals(came, judged(expectation));
    }

    private static String judged(String expectation) {
        Script script = ScriptParser.parse("x", "promise: X.\ncontract: x\ngiven: keys word\ncall: GET /x\nexpect: " + expectation).get();
        Step.Call call = (Step.Call) script.steps().head();
        return Checking.firstMismatch(call.expectations(), REPLY, Values.empty().with("word", "abc")).map(Checking.Mismatch::actual).getOrElse("holds");
    }
}
