/** The engine at work: what it builds lands on a simulated chain and does there what was promised. */
@NullMarked
package dev.mandate.engine;

import org.jspecify.annotations.NullMarked;
