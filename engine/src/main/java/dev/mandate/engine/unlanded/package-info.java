/** The keys of the vault that builders have used and whose limits or signers are not on the chain yet. */
@NullMarked
package dev.mandate.engine.unlanded;

import org.jspecify.annotations.NullMarked;
