/**
 * The store in PostgreSQL, for any number of instances: the connection pool with its retries, the turn, which lets one instance
 * write a group of commits at a time, and the schema.
 */
@NullMarked
package dev.mandate.adapters.store.postgres;

import org.jspecify.annotations.NullMarked;
