package dev.mandate.conformance.script;

import java.io.Serial;

/** Ends the parsing of a script. The parser turns it into a value. */
final class MalformedScript extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScriptProblem problem;

    MalformedScript(ScriptProblem problem) {
        super(problem.toString());
        this.problem = problem;
    }

    ScriptProblem problem() {
        return problem;
    }
}
