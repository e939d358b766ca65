/** The store in one SQLite file: one process, one writing thread, a pool of readers. */
@NullMarked
package dev.mandate.adapters.store.sqlite;

import org.jspecify.annotations.NullMarked;
