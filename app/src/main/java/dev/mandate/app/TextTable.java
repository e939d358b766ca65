package dev.mandate.app;

import io.vavr.collection.Array;
import java.io.PrintWriter;

/** Prints lines of cells in aligned columns. */
final class TextTable {

    private TextTable() {}

    /**
     * Prints the lines.
     *
     * @param lines each with the same number of cells; the first is the head
     */
    static void print(PrintWriter out, Array<Array<String>> lines) {
        Array<Integer> widths = Array.range(0, lines.head().size())
                .map(column -> lines.map(line -> line.get(column).length()).max().get());
        lines.forEach(line -> out.println(line.zip(widths)
                .map(cell -> cell._1 + " ".repeat(cell._2 - cell._1.length()))
                .mkString("  ")
                .stripTrailing()));
    }
}
