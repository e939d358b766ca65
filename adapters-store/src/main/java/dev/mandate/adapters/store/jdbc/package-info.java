/** The SQL that all databases share. Each class works on the caller's connection and inside the caller's transaction. */
@NullMarked
package dev.mandate.adapters.store.jdbc;

import org.jspecify.annotations.NullMarked;
