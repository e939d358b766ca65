/**
 * Submissions in the journal, and the driver that sends them to the chain. Any process may drive them at any time, also after a crash. It
 * always sends the same bytes.
 */
@NullMarked
package dev.mandate.engine.submission;

import org.jspecify.annotations.NullMarked;
