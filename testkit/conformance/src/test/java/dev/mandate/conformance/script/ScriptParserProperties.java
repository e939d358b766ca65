package dev.mandate.conformance.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.control.Either;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a script's text is, it is read, or an error names one of its lines. */
class ScriptParserProperties {

    private static final String SCRIPT =
            """
            promise: It holds.
            contract: Somewhere
            given: keys alice bob
            given: account pair of alice bob[CAN_VOTE], threshold 2
            given: mailbox grace
            given: encryption key device
            call: POST /api/{pair}?x=1
            header: x-some: {alice}
            body: {"a": "{bob}", "b": [1, 2]}
            until: status 200
            expect: /a/0 contains {"b": "{pair}"}
            expect: /c matches [a-z]{3}
            save: built = /transaction
            sign: signed = {built} by alice bob
            submit: {signed} for {pair}
            code: code = mail to grace
            open: key = bundle {code} by device
            """;

    @Property
    void aChangedScriptIsReadOrTheErrorNamesALine(@ForAll("changed") String text) {
        Either<ScriptProblem, Script> read = ScriptParser.parse("name", text);

        int lines = text.split("\n", -1).length;
        boolean isTold = read.fold(problem -> problem.line() >= 1 && problem.line() <= lines, script -> !script.steps().isEmpty());
        assertTrue(isTold, () -> read + "\n" + text);
    }

    @Property
    void aWordThatIsNotListedIsAnErrorInItsLine(@ForAll("lines") int line) {
        String[] lines = SCRIPT.split("\n");
        lines[line] = "x" + lines[line];

        assertEquals(line + 1, ScriptParser.parse("name", String.join("\n", lines)).swap().map(ScriptProblem::line).getOrElse(0));
    }

    @Provide
    Arbitrary<Integer> lines() {
        return Arbitraries.integers().between(0, SCRIPT.split("\n").length - 1);
    }

    @Provide
    Arbitrary<String> changed() {
        Arbitrary<Integer> places = Arbitraries.integers().between(0, SCRIPT.length());
        Arbitrary<String> inserted = Arbitraries.oneOf(
                Arbitraries.of("{", "}", "\n", ":", " ", "= ", "{bob}", "\n  ", "0", "\"", "/", "\u0000", "("), Arbitraries.strings().ofMaxLength(5));
        return Combinators.combine(places, Arbitraries.integers().between(0, 20), inserted)
                .as((at, cut, text) -> SCRIPT.substring(0, at) + text + SCRIPT.substring(Math.min(SCRIPT.length(), at + cut)));
    }
}
