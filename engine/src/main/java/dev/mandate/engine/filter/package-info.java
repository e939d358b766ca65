/** Transaction filters and allowlists of a tenant's accounts. */
@NullMarked
package dev.mandate.engine.filter;

import org.jspecify.annotations.NullMarked;
