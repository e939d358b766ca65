/**
 * The rules of a smart account, pure: immutable types, decisions as functions, time as an argument.
 *
 * <p>Nothing here reads a clock, a random number or a file, and nothing throws for a rule that is broken: a refusal is a
 * value of a sealed type that carries the facts. Everything else in Mandate depends on this package tree; it depends on
 * nothing but the JDK's immutable types and vavr's collections.
 */
@NullMarked
package dev.mandate.domain;

import org.jspecify.annotations.NullMarked;
