/** Plays commands on an account program through its port, so that the laws can judge it. */
@NullMarked
package dev.mandate.testkit.program;

import org.jspecify.annotations.NullMarked;
