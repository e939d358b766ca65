/** Who asks: tenants, the scopes of their API keys, and what a key's name says of itself. */
@NullMarked
package dev.mandate.domain.access;

import org.jspecify.annotations.NullMarked;
