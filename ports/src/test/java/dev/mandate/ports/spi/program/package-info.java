/** Tests of what the engine says in a program's terms. */
@NullMarked
package dev.mandate.ports.spi.program;

import org.jspecify.annotations.NullMarked;
