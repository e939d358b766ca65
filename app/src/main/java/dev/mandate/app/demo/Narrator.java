package dev.mandate.app.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Tells the story: numbered steps, what was asked, what was decided and why. */
final class Narrator {

    private final PrintWriter out;
    private final Ansi ansi;
    private int step;
    private int held;
    private int broken;

    Narrator(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    void title(String text) {
        line("");
        styled("bold", text);
    }

    /** Begins a step. */
    void step(String text) {
        step++;
        line("");
        styled("bold", "%2d  %s".formatted(step, text));
    }

    void fact(String label, String text) {
        out.println(ansi.string("      @|faint %-9s|@ ".formatted(label)) + text);
        out.flush();
    }

    /** Something came out as it should. */
    void held(String label, String text) {
        held++;
        out.println(ansi.string("    @|green ✓|@ @|faint %-9s|@ ".formatted(label)) + text);
        out.flush();
    }

    /** Something was refused as it should be. */
    void refused(String attempt, String reason) {
        held++;
        out.println(ansi.string("    @|yellow ✗|@ @|faint refused|@   ") + attempt);
        out.println(ansi.string("                @|faint because|@ ") + reason);
        out.flush();
    }

    /** Something came out otherwise than it should. */
    void broken(String text) {
        broken++;
        out.println(ansi.string("    @|red,bold !|@ @|red broken|@    ") + text);
        out.flush();
    }

    /** The last words; whether every step held. */
    boolean end() {
        line("");
        if (broken == 0) {
            styled("bold", "    All %d outcomes of %d steps are as they should be.".formatted(held, step));
        } else {
            styled("red,bold", "    %d of %d outcomes are not as they should be.".formatted(broken, held + broken));
        }
        line("");
        return broken == 0;
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
