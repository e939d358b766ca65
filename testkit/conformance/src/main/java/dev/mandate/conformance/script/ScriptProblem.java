package dev.mandate.conformance.script;

/**
 * An error in a script.
 *
 * @param file the script's name
 * @param line from 1
 */
public record ScriptProblem(String file, int line, String text) {

    /** {@code errors/some-script:12: …}. */
    @Override
    public String toString() {
        return file + ":" + line + ": " + text;
    }
}
