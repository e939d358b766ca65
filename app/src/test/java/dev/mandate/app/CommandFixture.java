package dev.mandate.app;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs command lines in this process, and keeps their output. */
abstract class CommandFixture {

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    /** Returns the exit code. */
    int mandate(String... arguments) {
        return Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
