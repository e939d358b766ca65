package dev.mandate.engine.audit;

import dev.mandate.ports.audit.SignedCheckpoint;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * What an audit of the journal found.
 *
 * @param events how many were read
 * @param streams how many they belong to
 * @param rows how many were compared with their events
 * @param checkpoints how many were read
 * @param lastCheckpoint up to whose position the events are vouched for; worth comparing with a note made elsewhere, since
 *     nothing in the store tells whether there were later ones
 * @param unsigned how many events lie behind the last checkpoint
 * @param findings none if all is as it was; at most {@link LogVerifier#MAX_FINDINGS}
 */
public record LogReport(
        long events,
        long streams,
        long rows,
        long checkpoints,
        Option<SignedCheckpoint> lastCheckpoint,
        long unsigned,
        Seq<LogFinding> findings) {}
