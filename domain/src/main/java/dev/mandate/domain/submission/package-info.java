/**
 * The way of one transaction to the chain: settled bytes, sent at most as these bytes, and what became of them found out by asking
 * the chain alone.
 */
@NullMarked
package dev.mandate.domain.submission;

import org.jspecify.annotations.NullMarked;
