/** Passkeys in the journal. */
@NullMarked
package dev.mandate.engine.passkey;

import org.jspecify.annotations.NullMarked;
