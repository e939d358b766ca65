/**
 * Messages that commits wrote and workers deliver: claimed under a lease, settled under its fencing token, retried, or set aside as dead
 * letters.
 */
@NullMarked
package dev.mandate.ports.outbox;

import org.jspecify.annotations.NullMarked;
