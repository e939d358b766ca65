/** Tests of watching accounts, over the simulated chain. */
@NullMarked
package dev.mandate.engine.watch;

import org.jspecify.annotations.NullMarked;
