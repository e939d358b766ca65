/**
 * jqwik generators of the domain's types and of whole histories, for anyone who states a rule about smart accounts. jqwik is
 * an optional dependency of this module: who uses this package brings it.
 */
@NullMarked
package dev.mandate.testkit.generators;

import org.jspecify.annotations.NullMarked;
