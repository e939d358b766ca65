/** The key vault in a token of the PKCS#11 interface: a hardware security module, or SoftHSM. */
@NullMarked
package dev.mandate.adapters.kms.pkcs11;

import org.jspecify.annotations.NullMarked;
