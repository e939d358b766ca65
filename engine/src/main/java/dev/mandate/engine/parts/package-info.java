/** What an engine stands on, and what its host has set. */
@NullMarked
package dev.mandate.engine.parts;

import org.jspecify.annotations.NullMarked;
