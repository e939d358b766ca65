/** What the engine recorded, for hosts: typed, in order, from a position. */
@NullMarked
package dev.mandate.ports.events;

import org.jspecify.annotations.NullMarked;
