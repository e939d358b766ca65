/** The key vault in files, sealed under a passphrase. */
@NullMarked
package dev.mandate.adapters.kms.file;

import org.jspecify.annotations.NullMarked;
