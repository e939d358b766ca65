/**
 * The smart account as a whole: its commands, events, refusals and rules. The rules are those that the Squads v4 program enforces;
 * {@code ExecutionForecast} warns of what they allow and what would be in vain.
 */
@NullMarked
package dev.mandate.domain.smartaccount;

import org.jspecify.annotations.NullMarked;
