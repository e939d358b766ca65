/** Turns the operations of a request into transactions that fit: simulates the rules, compiles the bytes, and quotes the cost. */
@NullMarked
package dev.mandate.engine.plan;

import org.jspecify.annotations.NullMarked;
