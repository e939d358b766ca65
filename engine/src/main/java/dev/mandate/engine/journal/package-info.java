/** What the engine keeps in the journal: entities, each a stream of events and a row with its state, spelled in JSON. */
@NullMarked
package dev.mandate.engine.journal;

import org.jspecify.annotations.NullMarked;
