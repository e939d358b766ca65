/** Plans reach their target in steps that the rules allow. */
@NullMarked
package dev.mandate.testkit.plans;

import org.jspecify.annotations.NullMarked;
