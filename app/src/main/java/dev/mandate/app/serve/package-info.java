/** {@code mandate serve}: its settings, what it is put together of, and its life from ready to stopped. */
@NullMarked
package dev.mandate.app.serve;

import org.jspecify.annotations.NullMarked;
