/**
 * Checkpoints and audit of the journal. {@link dev.mandate.engine.audit.Checkpointer} signs checkpoints. {@link
 * dev.mandate.engine.audit.LogVerifier} reads every record and checks hashes, checkpoints, MACs and rows.
 */
@NullMarked
package dev.mandate.engine.audit;

import org.jspecify.annotations.NullMarked;
