/**
 * The life of a transaction: proposed, voted on, approved, time-locked, executed, rejected or cancelled. Each state is a type
 * with only the steps that it allows.
 */
@NullMarked
package dev.mandate.domain.transaction;

import org.jspecify.annotations.NullMarked;
