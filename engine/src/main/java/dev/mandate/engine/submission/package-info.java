/**
 * Submissions in the journal, and the driver that takes them to the chain: in any process, at any time, after a crash at any point,
 * always the same bytes.
 */
@NullMarked
package dev.mandate.engine.submission;

import org.jspecify.annotations.NullMarked;
