/** API keys in the journal. */
@NullMarked
package dev.mandate.engine.access;

import org.jspecify.annotations.NullMarked;
