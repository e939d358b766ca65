/** The shapes that every rule is written in: the decider, time, and immutable bytes. */
@NullMarked
package dev.mandate.domain.kernel;

import org.jspecify.annotations.NullMarked;
