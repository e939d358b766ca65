/** A key's file in good hands and in bad ones. */
@NullMarked
package dev.mandate.adapters.kms;

import org.jspecify.annotations.NullMarked;
