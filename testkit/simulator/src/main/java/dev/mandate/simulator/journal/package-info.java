/** A journal, its checkpoints and its outbox in memory. */
@NullMarked
package dev.mandate.simulator.journal;

import org.jspecify.annotations.NullMarked;
