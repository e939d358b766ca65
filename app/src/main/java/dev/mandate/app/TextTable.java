package dev.mandate.app;

import io.vavr.collection.Array;
import java.io.PrintWriter;

/** Lines of cells, in columns as wide as what stands in them. */
final class TextTable {

    private TextTable() {}

    /**
     * Prints them.
     *
     * @param lines of equally many cells each; the first is the head
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
