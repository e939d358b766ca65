/**
 * Numbered SQL files that migrate a store to the latest schema. There is no downgrade. A checksum detects a file that was
 * changed after it was applied.
 */
@NullMarked
package dev.mandate.adapters.store.migration;

import org.jspecify.annotations.NullMarked;
