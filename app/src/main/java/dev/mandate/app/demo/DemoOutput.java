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
        line(ansi.string("      @|faint %-9s|@ ".formatted(label)) + text);
    }

    /** Prints a request, sent by {@code call}. */
    void asked(String text, String call) {
        fact("asked", text + aside(call));
    }

    /** Prints an expected result. */
    void held(String label, String text) {
        held++;
        line(ansi.string("    @|green ✓|@ @|faint %-9s|@ ".formatted(label)) + text);
    }

    /** Prints an expected refusal. */
    void refused(String attempt, String reason) {
        held++;
        line(ansi.string("    @|yellow ✗|@ @|faint refused|@   ") + attempt);
        line(ansi.string("                @|faint because|@ ") + wrapped(reason));
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

    /** Prints an unexpected result. */
    void broken(String text) {
        broken++;
        line(ansi.string("    @|red,bold !|@ @|red broken|@    ") + text);
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
        line(ansi.string("@|" + style + " " + text + "|@"));
    }

    private void line(String text) {
        out.println(text);
        out.flush();
    }
}
