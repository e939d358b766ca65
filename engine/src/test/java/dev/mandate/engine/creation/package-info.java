@NullMarked
package dev.mandate.engine.creation;

import org.jspecify.annotations.NullMarked;
