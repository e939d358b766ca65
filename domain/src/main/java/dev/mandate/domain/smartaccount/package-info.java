/**
 * The smart account as a whole: its commands, events, refusals and rules. The rules are those that the Squads v4 program
 * enforces. {@code ExecutionForecast} warns of commands that the rules allow but that will fail later.
 */
@NullMarked
package dev.mandate.domain.smartaccount;

import org.jspecify.annotations.NullMarked;
