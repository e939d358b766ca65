/** Tests of the reading. */
@NullMarked
package dev.mandate.engine.query;

import org.jspecify.annotations.NullMarked;
