@NullMarked
package dev.mandate.engine.journal;

import org.jspecify.annotations.NullMarked;
