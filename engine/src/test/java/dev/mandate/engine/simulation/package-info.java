/**
 * One simulation of everything: two instances on one journal, three nodes of one chain, mail, webhooks and clients, as steps on one thread. A seed
 * makes the schedule, and repeats it.
 */
@NullMarked
package dev.mandate.engine.simulation;

import org.jspecify.annotations.NullMarked;
