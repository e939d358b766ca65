/** The interfaces around the engine: what it offers (driving) and what it needs (driven), in domain terms. */
@NullMarked
package dev.mandate.ports;

import org.jspecify.annotations.NullMarked;
