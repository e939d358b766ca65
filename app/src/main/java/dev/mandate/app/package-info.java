/** The runnable application: the command line and its commands. */
@NullMarked
package dev.mandate.app;

import org.jspecify.annotations.NullMarked;
