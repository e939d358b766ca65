/** From the operations that a request needs to transactions that fit: their rules simulated, their cost told, their bytes compiled. */
@NullMarked
package dev.mandate.engine.plan;

import org.jspecify.annotations.NullMarked;
