/**
 * Follows accounts on the chain, and records what others did. Polling finds accounts that changed; agreed reads and histories tell what happened.
 */
@NullMarked
package dev.mandate.engine.watch;

import org.jspecify.annotations.NullMarked;
