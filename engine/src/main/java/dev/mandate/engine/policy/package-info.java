/** Asks the policies on a transaction. */
@NullMarked
package dev.mandate.engine.policy;

import org.jspecify.annotations.NullMarked;
