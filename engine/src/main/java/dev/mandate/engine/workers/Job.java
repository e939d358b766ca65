package dev.mandate.engine.workers;

import java.time.Duration;

/**
 * A work with a thread of its own.
 *
 * @param name of the thread, and in what is told of it
 * @param idlePause how long to wait where there is nothing to do
 */
record Job(String name, Work work, Duration idlePause) {}
