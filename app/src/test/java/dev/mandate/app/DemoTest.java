package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DemoTest {

    @Test
    void theDemoPlaysToItsEndAndEveryOutcomeIsAsItShouldBe() {
        StringWriter told = new StringWriter();
        int exitCode = Mandate.commandLine().setOut(new PrintWriter(told, true)).execute("demo");
        assertEquals(0, exitCode, told::toString);
        assertTrue(told.toString().contains("outcomes of 9 steps are as they should be"), told::toString);
        assertFalse(told.toString().contains("broken"), told::toString);
    }

    @Test
    void theDemoTellsTheSameStoryEveryTime() {
        assertEquals(play(), play());
    }

    private static String play() {
        StringWriter told = new StringWriter();
        int exitCode = Mandate.commandLine().setOut(new PrintWriter(told, true)).execute("demo");
        assertEquals(0, exitCode, told::toString);
        return told.toString();
    }
}
