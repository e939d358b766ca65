/**
 * A second model of the program's rules, written apart from the domain and on purpose without its ideas: numbers, flags and
 * lists that change in place. Two accounts of the same rules that agree on every step of a complete walk are hard to get wrong
 * in the same way.
 */
@NullMarked
package dev.mandate.testkit.naive;

import org.jspecify.annotations.NullMarked;
