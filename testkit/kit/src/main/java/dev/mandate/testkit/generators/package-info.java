/**
 * jqwik generators of the domain's types and of whole histories, for properties of smart accounts. jqwik is an optional
 * dependency of this module; users of this package must add it.
 */
@NullMarked
package dev.mandate.testkit.generators;

import org.jspecify.annotations.NullMarked;
