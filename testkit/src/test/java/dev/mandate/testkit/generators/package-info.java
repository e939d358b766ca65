/** What the generators reach. */
@NullMarked
package dev.mandate.testkit.generators;

import org.jspecify.annotations.NullMarked;
