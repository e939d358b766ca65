/**
 * The part of the framework Anchor that Squads v4 uses. It reads, constrains, creates, writes and closes accounts in the same
 * order and with the same errors.
 */
@NullMarked
package dev.mandate.simulator.squads.anchor;

import org.jspecify.annotations.NullMarked;
