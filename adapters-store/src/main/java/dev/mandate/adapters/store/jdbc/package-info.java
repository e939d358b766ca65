/**
 * The journal in SQL, as far as all databases speak alike: each class works on the connection and inside the transaction that
 * its caller gives it.
 */
@NullMarked
package dev.mandate.adapters.store.jdbc;

import org.jspecify.annotations.NullMarked;
