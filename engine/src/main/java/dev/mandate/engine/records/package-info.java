/** How the engine spells what it keeps in the journal: binary, each value with its length or a fixed one. */
@NullMarked
package dev.mandate.engine.records;

import org.jspecify.annotations.NullMarked;
