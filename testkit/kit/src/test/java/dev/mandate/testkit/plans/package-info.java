/** Plans lead where they should, over ground that the rules allow. */
@NullMarked
package dev.mandate.testkit.plans;

import org.jspecify.annotations.NullMarked;
