/**
 * The pure rules of a smart account: immutable types, decisions as functions, time as an argument.
 *
 * <p>Nothing here reads a clock, a random number or a file. A broken rule never throws: a refusal is a value of a sealed type
 * that carries the facts. Everything else in Mandate depends on this package tree. It depends only on the JDK's immutable types
 * and on vavr's collections.
 */
@NullMarked
package dev.mandate.domain;

import org.jspecify.annotations.NullMarked;
