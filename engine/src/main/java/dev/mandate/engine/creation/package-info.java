/** Accounts created at the operator's cost: orders, quota, budget, signing, and settling. */
@NullMarked
package dev.mandate.engine.creation;

import org.jspecify.annotations.NullMarked;
