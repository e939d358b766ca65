/**
 * Spending limits that the chain cannot keep: yearly ones, those that expire, and those that are used once. The engine holds the key that the
 * chain lets spend, and decides what it signs.
 */
@NullMarked
package dev.mandate.domain.enginelimit;

import org.jspecify.annotations.NullMarked;
