/** Properties of what is told of a watched account. */
@NullMarked
package dev.mandate.testkit.watch;

import org.jspecify.annotations.NullMarked;
