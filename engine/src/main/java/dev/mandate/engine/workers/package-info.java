/**
 * Background jobs: deliver the outbox, remove expired answers, sign checkpoints. Each job may run in several processes on one
 * store.
 */
@NullMarked
package dev.mandate.engine.workers;

import org.jspecify.annotations.NullMarked;
