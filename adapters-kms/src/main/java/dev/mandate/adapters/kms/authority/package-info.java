/** Keys of authorities: reads their public keys, verifies their signatures, and seals session keys to them. */
@NullMarked
package dev.mandate.adapters.kms.authority;

import org.jspecify.annotations.NullMarked;
