/** Explains transactions to people who have to sign them: decoded to the end, with what is not understood first. */
@NullMarked
package dev.mandate.engine.explain;

import org.jspecify.annotations.NullMarked;
