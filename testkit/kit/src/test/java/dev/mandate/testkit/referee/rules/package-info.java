/**
 * The domain's rules, the simulated chain and the deployed program play the same histories. Whatever is asked, the three answer
 * alike, and afterwards hold the same.
 */
@NullMarked
package dev.mandate.testkit.referee.rules;

import org.jspecify.annotations.NullMarked;
