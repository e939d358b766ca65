/**
 * The domain's theorems as properties over random histories. What they compare the rules' answers with is a log of their own,
 * kept from the commands that were accepted. (They live here because the generators do.)
 */
@NullMarked
package dev.mandate.testkit.laws;

import org.jspecify.annotations.NullMarked;
