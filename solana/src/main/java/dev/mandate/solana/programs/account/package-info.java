/** The accounts of common programs, as their data lies on the chain. */
@NullMarked
package dev.mandate.solana.programs.account;

import org.jspecify.annotations.NullMarked;
