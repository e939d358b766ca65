/** Numbered SQL files that take a store from one shape to the next, never back, and notice when one was changed afterwards. */
@NullMarked
package dev.mandate.adapters.store.migration;

import org.jspecify.annotations.NullMarked;
