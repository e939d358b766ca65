/**
 * Messages that left with a commit, on their way to whoever delivers them: claimed under a lease, settled under its fencing
 * token, tried again, or set aside as dead letters.
 */
@NullMarked
package dev.mandate.ports.outbox;

import org.jspecify.annotations.NullMarked;
