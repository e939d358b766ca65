package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DemoTest {

    @Test
    void theDemoPlaysToItsEndAndEveryOutcomeIsAsItShouldBe() {
        StringWriter told = new StringWriter();
        int exitCode = Mandate.commandLine().setOut(new PrintWriter(told, true)).execute("demo");
        assertEquals(0, exitCode, told::toString);
        assertTrue(told.toString().contains("outcomes of 10 steps are as they should be"), told::toString);
        assertFalse(told.toString().contains("broken"), told::toString);
    }

    @Test
    void theDemoTellsTheSameStoryEveryTime() {
        assertEquals(play(), play());
    }

    @Test
    void readmeShowsTheDemoAsItIs() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        String told = play();
        String step = readme.substring(readme.indexOf("     7  A transfer"), readme.indexOf("and its last words"));
        assertTrue(told.contains(step.stripTrailing().indent(-4)), step);
        String end = readme.substring(readme.indexOf("    All "), readme.indexOf("Embed it."));
        assertTrue(told.contains(end.strip()), end);
    }

    private static String play() {
        StringWriter told = new StringWriter();
        int exitCode = Mandate.commandLine().setOut(new PrintWriter(told, true)).execute("demo");
        assertEquals(0, exitCode, told::toString);
        return told.toString();
    }
}
