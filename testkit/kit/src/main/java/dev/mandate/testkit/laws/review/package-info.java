/**
 * The laws of the review, which speaks against a transaction although the account's rules allow it. They compare the two ways into a service:
 * the builders, and {@code submit} for what another client encoded.
 */
@NullMarked
package dev.mandate.testkit.laws.review;

import org.jspecify.annotations.NullMarked;
