/** {@code mandate serve}: its settings, its parts, and its start and stop. */
@NullMarked
package dev.mandate.app.serve;

import org.jspecify.annotations.NullMarked;
