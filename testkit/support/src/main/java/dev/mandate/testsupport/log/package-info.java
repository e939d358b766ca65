/** Captures log records and uncaught exceptions, so that tests can check them and their output stays clean. */
@NullMarked
package dev.mandate.testsupport.log;

import org.jspecify.annotations.NullMarked;
