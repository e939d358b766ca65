/** The external signature program, which signs for passkeys. */
@NullMarked
package dev.mandate.solana.external;

import org.jspecify.annotations.NullMarked;
