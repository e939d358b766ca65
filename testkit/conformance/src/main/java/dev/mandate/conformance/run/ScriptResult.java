package dev.mandate.conformance.run;

import dev.mandate.conformance.script.Script;

/** A script that was played, or skipped. */
public record ScriptResult(Script script, Outcome outcome) {}
