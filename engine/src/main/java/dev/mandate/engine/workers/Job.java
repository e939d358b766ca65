package dev.mandate.engine.workers;

import java.time.Duration;

/**
 * A kind of work that runs on a thread of its own.
 *
 * @param name name of the thread, also used in events
 * @param idlePause pause if there is nothing to do
 */
record Job(String name, Work work, Duration idlePause) {}
