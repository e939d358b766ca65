/**
 * The life of a transaction: proposed, voted on, approved, locked for a time, executed, rejected or cancelled. The states
 * are types; each offers only what can be done in it.
 */
@NullMarked
package dev.mandate.domain.transaction;

import org.jspecify.annotations.NullMarked;
