/**
 * A second model of the program's rules, independent of the domain and deliberately different: numbers, flags and mutable
 * lists. If two independent models agree on every step of a complete walk, they are unlikely to share an error.
 */
@NullMarked
package dev.mandate.testkit.naive;

import org.jspecify.annotations.NullMarked;
