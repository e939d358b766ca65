/**
 * The outbox: commits write messages, and workers deliver them. A worker claims a message under a lease and settles it with the
 * lease's fencing token. Failed messages are retried or become dead letters.
 */
@NullMarked
package dev.mandate.ports.spi.outbox;

import org.jspecify.annotations.NullMarked;
