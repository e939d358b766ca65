/** Generators and contract suites for authors of adapters and of rules. */
@NullMarked
package dev.mandate.testkit;

import org.jspecify.annotations.NullMarked;
