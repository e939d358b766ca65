/** The runnable assembly: the command line and the demo. */
@NullMarked
package dev.mandate.app;

import org.jspecify.annotations.NullMarked;
