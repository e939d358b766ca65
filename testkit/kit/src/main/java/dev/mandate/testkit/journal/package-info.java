/**
 * The contracts of a journal and its store. An adapter's tests extend {@link dev.mandate.testkit.journal.JournalContract},
 * {@link dev.mandate.testkit.journal.OutboxContract}, {@link dev.mandate.testkit.journal.CheckpointContract} and {@link
 * dev.mandate.testkit.journal.RetentionContract}, and supply a fresh store for each test.
 */
@NullMarked
package dev.mandate.testkit.journal;

import org.jspecify.annotations.NullMarked;
