/** The store in one SQLite file: one process, one writing thread, as many readers as there are. */
@NullMarked
package dev.mandate.adapters.store.sqlite;

import org.jspecify.annotations.NullMarked;
