/** Journals that earlier states of the program wrote, and what writes them. They are read for good. */
@NullMarked
package dev.mandate.app.sample;

import org.jspecify.annotations.NullMarked;
