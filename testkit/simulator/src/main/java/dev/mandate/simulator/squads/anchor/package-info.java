/**
 * What Squads v4 has of its framework, Anchor: how accounts are read, constrained, made, written back and closed, in which
 * order, and with which errors.
 */
@NullMarked
package dev.mandate.simulator.squads.anchor;

import org.jspecify.annotations.NullMarked;
