/** Passkeys (WebAuthn Level 2): the use cases, and the ports for verifying their responses and for their accounts on the chain. */
@NullMarked
package dev.mandate.ports.api.passkey;

import org.jspecify.annotations.NullMarked;
