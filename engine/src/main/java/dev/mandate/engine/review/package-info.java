/** Reads what the review of a transaction needs, and lets the domain judge it. */
@NullMarked
package dev.mandate.engine.review;

import org.jspecify.annotations.NullMarked;
