/** Tenants, their API keys' ids, and the scopes of these keys. */
@NullMarked
package dev.mandate.domain.access;

import org.jspecify.annotations.NullMarked;
