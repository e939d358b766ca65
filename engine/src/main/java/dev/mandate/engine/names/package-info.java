/** The names that tenants keep for addresses. */
@NullMarked
package dev.mandate.engine.names;

import org.jspecify.annotations.NullMarked;
