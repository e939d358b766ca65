/** Keys in files that only their owner can read, and signing with them. A private key never leaves its object. */
@NullMarked
package dev.mandate.adapters.kms;

import org.jspecify.annotations.NullMarked;
