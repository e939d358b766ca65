/**
 * Whether the journal is what it was: checkpoints are signed, and everything is read again and compared with its hashes, with
 * the checkpoints, and with the rows that it should add up to.
 */
@NullMarked
package dev.mandate.engine.audit;

import org.jspecify.annotations.NullMarked;
