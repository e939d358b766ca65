/**
 * The review of a transaction: everything that makes one dangerous, judged in one place. It runs on the transactions that the engine builds and on
 * those that are submitted.
 */
@NullMarked
package dev.mandate.domain.review;

import org.jspecify.annotations.NullMarked;
