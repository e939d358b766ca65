/**
 * The domain's rules, the simulated chain and the deployed program play the same histories. All three must give the same
 * answers and end in the same state.
 */
@NullMarked
package dev.mandate.testkit.referee.rules;

import org.jspecify.annotations.NullMarked;
