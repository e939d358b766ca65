/** What an adapter of passkeys writes: verification of an authenticator's responses, and the program that signs for them on the chain. */
@NullMarked
package dev.mandate.ports.spi.passkey;

import org.jspecify.annotations.NullMarked;
