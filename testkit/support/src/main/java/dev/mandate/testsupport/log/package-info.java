/** What code tells nobody in particular, kept for a test to look at and out of its output. */
@NullMarked
package dev.mandate.testsupport.log;

import org.jspecify.annotations.NullMarked;
