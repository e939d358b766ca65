package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.SignedCheckpoint;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The result of an audit of the journal.
 *
 * @param events the number of events read
 * @param streams the number of streams that these events belong to
 * @param rows the number of rows compared with their events
 * @param checkpoints the number of checkpoints read
 * @param lastCheckpoint the checkpoint up to whose position the events are covered. Compare it with a note made elsewhere,
 *     since the store cannot show whether later checkpoints were removed.
 * @param unsigned the number of events after the last checkpoint
 * @param findings empty if nothing was changed; at most {@link LogVerifier#MAX_FINDINGS}
 */
public record LogReport(
        long events,
        long streams,
        long rows,
        long checkpoints,
        Option<SignedCheckpoint> lastCheckpoint,
        long unsigned,
        Seq<LogFinding> findings) {}
