/** The basic types of all rules: the decider, time, and immutable bytes. */
@NullMarked
package dev.mandate.domain.kernel;

import org.jspecify.annotations.NullMarked;
