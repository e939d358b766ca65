package dev.mandate.app.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Prints the demo: numbered steps, each with its request, the decision and the reason. */
final class DemoOutput {

    private static final int REASON_WIDTH = 100;
    private static final String REASON_INDENT = System.lineSeparator() + " ".repeat(24);

    private final PrintWriter out;
    private final Ansi ansi;
    private int step;
    private int held;
    private int broken;

    DemoOutput(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    void title(String text, String legend) {
        line("");
        styled("bold", text);
        styled("faint", legend);
    }

    /** Starts a step. */
    void step(String text) {
        step++;
        line("");
        styled("bold", "%2s  %s".formatted(step, text));
    }

    void fact(String label, String text) {
        out.println(ansi.string("      @|faint %-9s|@ ".formatted(label)) + text);
        out.flush();
    }

    /** Prints a request, sent by {@code call}. */
    void asked(String text, String call) {
        fact("asked", text + aside(call));
    }

    /** Prints an expected result. */
    void held(String label, String text) {
        held++;
        out.println(ansi.string("    @|green ✓|@ @|faint %-9s|@ ".formatted(label)) + text);
        out.flush();
    }

    /** Prints an expected refusal. */
    void refused(String attempt, String reason) {
        held++;
        out.println(ansi.string("    @|yellow ✗|@ @|faint refused|@   ") + attempt);
        out.println(ansi.string("                @|faint because|@ ") + wrapped(reason));
        out.flush();
    }

    /** Wraps the text between words; continuation lines are indented like the first. */
    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > REASON_WIDTH) {
                lines.append(REASON_INDENT);
                column = 0;
            }
            lines.append(column == 0 ? "" : " ").append(word);
            column += (column == 0 ? 0 : 1) + word.length();
        }
        return lines.toString();
    }

    /** Prints an expected refusal of {@code call}. */
    void refused(String attempt, String call, String reason) {
        refused(attempt + aside(call), reason);
    }

    /** Prints an unexpected result. */
    void broken(String text) {
        broken++;
        out.println(ansi.string("    @|red,bold !|@ @|red broken|@    ") + text);
        out.flush();
    }

    /** Prints the summary; returns whether every result was as expected. */
    boolean end() {
        line("");
        if (broken == 0) {
            styled("bold", "    All %s outcomes of %s steps are as they should be.".formatted(held, step));
        } else {
            styled("red,bold", "    %s of %s outcomes are not as they should be.".formatted(broken, held + broken));
        }
        line("");
        return broken == 0;
    }

    /** Returns the call as a remark beside its purpose. */
    String aside(String call) {
        return ansi.string(" @|faint · " + call + "|@");
    }

    private void styled(String style, String text) {
        out.println(ansi.string("@|" + style + " " + text + "|@"));
        out.flush();
    }

    private void line(String text) {
        out.println(text);
        out.flush();
    }
}
