/** One tenant on one network: their own accounts, creations and submissions, and nobody else's. */
@NullMarked
package dev.mandate.engine.tenant;

import org.jspecify.annotations.NullMarked;
