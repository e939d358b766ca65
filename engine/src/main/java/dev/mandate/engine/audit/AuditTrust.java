package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.keys.JournalMac;
import io.vavr.control.Option;

/**
 * Trusted information from outside the store, against which an audit checks the journal.
 *
 * @param logKey the public key that signed all checkpoints, those before a replacement of the operator's secret excepted: later ones cover them. Without it the audit uses the key of the first checkpoint, which
 *     proves only that one key signed all of them.
 * @param mac checks the MACs; without it they are not checked
 * @param noted a checkpoint that was noted earlier: the journal must still contain it
 * @param anchor what an instance remembers of the journal, read before the audit
 */
public record AuditTrust(Option<Bytes32> logKey, Option<JournalMac> mac, Option<NotedCheckpoint> noted, Option<Anchor> anchor) {

    /** No trusted information. */
    public static final AuditTrust NONE = new AuditTrust(Option.none(), Option.none(), Option.none(), Option.none());

    /**
     * A checkpoint that was noted outside of the store.
     *
     * @param number from 1
     * @param hash of its bytes, {@link dev.mandate.ports.spi.audit.Checkpoint#hash}
     */
    public record NotedCheckpoint(long number, Bytes32 hash) {}

    /** The same information with the log's public key. */
    public AuditTrust withLogKey(Bytes32 key) {
        return new AuditTrust(Option.some(key), mac, noted, anchor);
    }
}
