/** Passkeys, verified by webauthn4j. */
@NullMarked
package dev.mandate.adapters.kms.passkey;

import org.jspecify.annotations.NullMarked;
