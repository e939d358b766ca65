/** Tests of limits that the engine keeps. */
@NullMarked
package dev.mandate.engine.limit;

import org.jspecify.annotations.NullMarked;
