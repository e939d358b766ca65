/** The tenant services: each serves one tenant's own accounts, creations and submissions on one network. */
@NullMarked
package dev.mandate.engine.tenant;

import org.jspecify.annotations.NullMarked;
