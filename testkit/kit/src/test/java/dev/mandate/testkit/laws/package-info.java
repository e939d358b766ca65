/**
 * Properties of the domain's rules over random histories. They compare the rules' answers with an independent log of the
 * accepted commands. They are here because the generators are.
 */
@NullMarked
package dev.mandate.testkit.laws;

import org.jspecify.annotations.NullMarked;
