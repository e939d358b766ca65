package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.keys.JournalMac;
import io.vavr.control.Option;

/**
 * What an auditor knows from elsewhere, and holds the journal to.
 *
 * @param logKey the public key that signed all checkpoints. Without it the key of the first checkpoint is taken, which proves only that
 *     one key signed all of them.
 * @param mac checks the MACs; without it they are not judged
 * @param noted a checkpoint that was noted earlier: the journal must still have it
 */
public record AuditTrust(Option<Bytes32> logKey, Option<JournalMac> mac, Option<NotedCheckpoint> noted) {

    /** An auditor who knows nothing. */
    public static final AuditTrust NONE = new AuditTrust(Option.none(), Option.none(), Option.none());

    /**
     * A checkpoint that was noted outside of the store.
     *
     * @param number from 1
     * @param hash of its bytes, {@link dev.mandate.ports.audit.Checkpoint#hash}
     */
    public record NotedCheckpoint(long number, Bytes32 hash) {}

    /** The same auditor, who knows the log's public key. */
    public AuditTrust withLogKey(Bytes32 key) {
        return new AuditTrust(Option.some(key), mac, noted);
    }
}
