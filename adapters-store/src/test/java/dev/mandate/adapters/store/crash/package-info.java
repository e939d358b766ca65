/** Processes that write until they are killed, and what they were promised: for every store. */
@NullMarked
package dev.mandate.adapters.store.crash;

import org.jspecify.annotations.NullMarked;
