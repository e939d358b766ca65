/** Tests of what both databases share. */
@NullMarked
package dev.mandate.adapters.store.jdbc;

import org.jspecify.annotations.NullMarked;
