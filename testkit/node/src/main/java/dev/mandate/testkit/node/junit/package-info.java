/** The node as an extension of JUnit. */
@NullMarked
package dev.mandate.testkit.node.junit;

import org.jspecify.annotations.NullMarked;
