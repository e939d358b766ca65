package dev.mandate.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.conformance.run.Outcome;
import dev.mandate.conformance.run.ScriptResult;
import dev.mandate.conformance.script.Script;
import io.vavr.collection.Array;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Reports for people and for machines. */
class ReportTest {

    private static final Array<ScriptResult> RESULTS = Array.of(
            result("errors/one", new Outcome.Passed()),
            result("errors/two", new Outcome.Failed(7, "GET /x?a=1&b=2", "status 200", "status 500: <\u0001\"\ud800>")),
            result("states/three", new Outcome.Skipped("no money")));

    @Test
    void peopleReadWhatWasPromisedExpectedAndWhatCame() {
        String text = TextReport.lines(RESULTS).mkString("\n");

        assertTrue(text.contains("1 passed, 1 failed, 0 skipped"), text);
        assertTrue(text.contains("  FAILED   errors/two\n           promise   It holds. (Somewhere)\n           call      GET /x?a=1&b=2 (line 7)"), text);
        assertTrue(text.contains("           expected  status 200\n           came      status 500"), text);
        assertTrue(text.contains("  skipped  states/three\n           no money"), text);
        assertTrue(text.endsWith("1 passed, 1 failed, 1 skipped"), text);
    }

    @Test
    void machinesReadASuiteForEachGroup() throws Exception {
        Document document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(JUnitReport.xml(RESULTS).getBytes(StandardCharsets.UTF_8)));
        Element errors = (Element) document.getElementsByTagName("testsuite").item(0);

        assertEquals(2, document.getElementsByTagName("testsuite").getLength());
        assertEquals("2", errors.getAttribute("tests"));
        assertEquals("1", errors.getAttribute("failures"));
        assertEquals("line 7: GET /x?a=1&b=2\nexpected: status 200\ncame: status 500: <?\"?>", document.getElementsByTagName("failure").item(0).getTextContent());
        assertEquals("no money", ((Element) document.getElementsByTagName("skipped").item(0)).getAttribute("message"));
    }

    private static ScriptResult result(String name, Outcome outcome) {
        return new ScriptResult(new Script(name, "It holds.", "Somewhere", Array.empty(), Array.empty()), outcome);
    }
}
