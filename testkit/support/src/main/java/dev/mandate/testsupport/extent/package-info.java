/** How much a test plays. */
@NullMarked
package dev.mandate.testsupport.extent;

import org.jspecify.annotations.NullMarked;
