/** Passkeys without a device. */
@NullMarked
package dev.mandate.testsupport.passkey;

import org.jspecify.annotations.NullMarked;
