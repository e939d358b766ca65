/** Samples of what the watcher records. They are in its package, since its records are nobody else's. */
@NullMarked
package dev.mandate.engine.watch;

import org.jspecify.annotations.NullMarked;
