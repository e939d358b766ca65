/**
 * The smart account as a whole: what can be asked of it, what may happen, why not, and the rule book that decides. The rules
 * are exactly those that the Squads v4 program enforces; what would be allowed and yet be a mistake, {@code ExecutionForecast} tells.
 */
@NullMarked
package dev.mandate.domain.smartaccount;

import org.jspecify.annotations.NullMarked;
