/**
 * The store in PostgreSQL, for many instances at once: the pool and what it does about faults, the turn in which commits are
 * written group by group, and the schema that they are written to.
 */
@NullMarked
package dev.mandate.adapters.store.postgres;

import org.jspecify.annotations.NullMarked;
