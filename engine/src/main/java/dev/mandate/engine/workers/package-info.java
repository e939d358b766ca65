/**
 * What goes on beside requests: messages leave the outbox, what has expired is removed, checkpoints are signed. Each of these
 * may run in several processes on one store.
 */
@NullMarked
package dev.mandate.engine.workers;

import org.jspecify.annotations.NullMarked;
