/** The vault in a token, on SoftHSM. */
@NullMarked
package dev.mandate.adapters.kms.pkcs11;

import org.jspecify.annotations.NullMarked;
