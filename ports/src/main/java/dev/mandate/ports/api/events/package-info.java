/** What the engine recorded, for hosts: typed, in order, from a position. */
@NullMarked
package dev.mandate.ports.api.events;

import org.jspecify.annotations.NullMarked;
