/** Tests of what a passkey's response must fulfil. */
@NullMarked
package dev.mandate.adapters.kms.passkey;

import org.jspecify.annotations.NullMarked;
