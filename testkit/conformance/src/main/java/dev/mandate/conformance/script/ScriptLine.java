package dev.mandate.conformance.script;

import io.vavr.collection.Array;
import io.vavr.control.Either;

/** {@code word: rest} of a script, with the lines that continue it. */
record ScriptLine(String file, int number, String word, String rest) {

    private static final int MAX_LINES = 400;

    ScriptProblem problem(String text) {
        return new ScriptProblem(file, number, text);
    }

    /** Splits a script. A line that starts with white space continues the one before it; {@code #} starts a comment. */
    static Either<ScriptProblem, Array<ScriptLine>> split(String file, String text) {
        String[] lines = text.split("\n", -1);
        if (lines.length > MAX_LINES) {
            return Either.left(new ScriptProblem(file, MAX_LINES, "more than " + MAX_LINES + " lines"));
        }
        Array<ScriptLine> read = Array.empty();
        for (int at = 0; at < lines.length; at++) {
            String line = lines[at].stripTrailing();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            int colon = line.indexOf(':');
            if (Character.isWhitespace(line.charAt(0))) {
                if (read.isEmpty()) {
                    return Either.left(new ScriptProblem(file, at + 1, "nothing to continue"));
                }
                read = read.update(read.size() - 1, before -> before.continuedBy(line.strip()));
            } else if (colon < 1) {
                return Either.left(new ScriptProblem(file, at + 1, "not of the form \"word: text\""));
            } else {
                read = read.append(new ScriptLine(file, at + 1, line.substring(0, colon), line.substring(colon + 1).strip()));
            }
        }
        return Either.right(read);
    }

    private ScriptLine continuedBy(String more) {
        return new ScriptLine(file, number, word, rest.isEmpty() ? more : rest + " " + more);
    }
}
