/** The vault in files: its contract, and what it notices. */
@NullMarked
package dev.mandate.adapters.kms.file;

import org.jspecify.annotations.NullMarked;
