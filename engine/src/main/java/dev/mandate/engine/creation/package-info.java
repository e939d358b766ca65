/** Accounts that are made at the operator's cost: who may order how many, what they may cost, and how each comes to the chain. */
@NullMarked
package dev.mandate.engine.creation;

import org.jspecify.annotations.NullMarked;
