/** Spending limits, their periods and their use. Within a limit a signer can spend alone. */
@NullMarked
package dev.mandate.domain.spending;

import org.jspecify.annotations.NullMarked;
