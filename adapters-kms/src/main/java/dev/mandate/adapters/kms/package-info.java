/** Keys kept in files that their owner alone can read, and what is signed with them. A private key never leaves its object. */
@NullMarked
package dev.mandate.adapters.kms;

import org.jspecify.annotations.NullMarked;
