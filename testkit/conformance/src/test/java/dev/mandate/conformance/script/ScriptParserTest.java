package dev.mandate.conformance.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripts are read strictly: an error names its line. */
class ScriptParserTest {

    private static final String HEAD = "promise: It holds.\ncontract: Somewhere\n";
    private static final Path DOCUMENT = Path.of("../../docs/conformance.md");

    /** Line three of a script is wrong, and is told by its number. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "cal: GET /x | there is no \"cal:\"",
        "no colon | not of the form \"word: text\"",
        "given: a pony | no such condition",
        "given: keys Alice | no such condition",
        "given: account a of bob, threshold 1 | no key \"bob\"",
        "given: 5 lamports for bob | no address \"bob\"",
        "given: mailbox | no such condition",
        "call: FETCH /x | not of the form \"call: METHOD /path\"",
        "call: GET x | not of the form \"call: METHOD /path\"",
        "call: GET /{nobody} | no variable \"nobody\"",
        "call: GET /x | a call without \"expect:\"",
        "sign: a = b by carol | no key \"carol\"",
        "sign: a by b | not of the form \"sign: NAME = TRANSACTION by KEY…\"",
        "approve: a = b by carol | no session key \"carol\"",
        "draft: a = some lamports | not of the form \"draft: NAME = N lamports from ADDRESS to ADDRESS, or NAME = a memo of N instruction bytes by ADDRESS\"",
        "draft: a = 5 lamports from {x} to y | no variable \"x\"",
        "advance: an hour | not of the form \"advance: N seconds\"",
        "code: a = mail to grace | no mailbox \"grace\"",
        "open: a = bundle b by c | no encryption key \"c\"",
        "payload: a = {\"x\": | not of the form \"payload: NAME = {JSON object}\"",
        "submit: a | not of the form \"submit: TRANSACTION for ACCOUNT\"",
        "expect: status 200 | \"expect:\" has no meaning here"
    })
    void namesTheLineOfAnError(String line, String text) {
        assertEquals("group/name:3: " + text, problem(HEAD + line + "\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "expect: status | no such expectation",
        "expect: status 99 | no such expectation",
        "expect: the best | no such expectation",
        "expect: /a is a stone | no such check: \"is a stone\"",
        "expect: /a = nothing | not JSON: nothing",
        "expect: /a = 1 2 | not JSON: 1 2",
        "expect: /a contains {\"b\" | not JSON: {\"b\"",
        "expect: /a matches ( | not a pattern: Unclosed group",
        "expect: /a = \"{nobody}\" | no variable \"nobody\"",
        "header: X-Y: 1 | not of the form \"header: name: value\"",
        "body: {\"a\": 1, \"a\": 2} | not JSON: {\"a\": 1, \"a\": 2}",
        "body: {\"a\": {nobody}} | no variable \"nobody\"",
        "stamp: nobody | no session key \"nobody\""
    })
    void namesTheLineOfAnErrorInACall(String line, String text) {
        assertEquals("group/name:4: " + text, problem(HEAD + "call: POST /x\n" + line + "\n"));
    }

    @Test
    void promiseAndContractComeFirst() {
        assertEquals("group/name:1: \"promise:\" is missing here", problem("call: GET /x\n"));
        assertEquals("group/name:2: \"contract:\" is missing here", problem("promise: It holds.\ncall: GET /x\n"));
        assertEquals("group/name:1: \"promise:\" is missing here", problem(""));
        assertEquals("group/name:1: no text", problem("promise:\n"));
        assertEquals("group/name:1: nothing to continue", problem("  more\n"));
    }

    @Test
    void aConditionComesBeforeTheSteps() {
        assertEquals("group/name:5: \"given:\" has no meaning here", problem(HEAD + "call: GET /x\nexpect: status 200\ngiven: keys alice\n"));
        assertEquals("group/name:2: no call", problem(HEAD));
    }

    @Test
    void aScriptHasAnEnd() {
        assertEquals("group/name:400: more than 400 lines", problem(HEAD + "# more\n".repeat(400)));
    }

    @Test
    void aLineIsContinued() {
        Script script = ScriptParser.parse("group/name", HEAD + "# a comment\n\ncall: POST /x\nbody: {\"a\":\n    1}\nexpect: status 200\n").get();
        Step.Call call = (Step.Call) script.steps().head();

        assertEquals("{\"a\": 1}", call.body().get());
        assertEquals(5, call.line());
        assertEquals("group", script.group());
    }

    @Test
    void aSignerHasThePermissionsInItsBrackets() {
        Script script = ScriptParser.parse(
                        "name", HEAD + "given: keys a b c\ngiven: account d of a b[CAN_VOTE] c[], threshold 1\ncall: GET /{d}\nexpect: status 200\n")
                .get();
        Condition.Account account = (Condition.Account) script.conditions().last();

        assertEquals(Array.of(3, 1, 0), account.terms().signers().map(signer -> signer.permissions().size()));
        assertEquals("", script.group());
    }

    @Test
    void theDocumentedScriptIsOne() throws IOException {
        Matcher example = Pattern.compile("```\n(promise:.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCUMENT));

        assertTrue(example.find());
        assertTrue(ScriptParser.parse("example", example.group(1)).isRight());
    }

    private static String problem(String text) {
        return ScriptParser.parse("group/name", text).swap().map(ScriptProblem::toString).getOrElse("a script");
    }
}
