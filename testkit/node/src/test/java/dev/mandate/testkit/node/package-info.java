/** The node by clients of others, by its errors, and by its planted faults. */
@NullMarked
package dev.mandate.testkit.node;

import org.jspecify.annotations.NullMarked;
