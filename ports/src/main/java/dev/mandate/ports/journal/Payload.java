package dev.mandate.ports.journal;

import dev.mandate.domain.kernel.Bytes;

/**
 * Content that the journal keeps and does not read.
 *
 * @param type what it is, such as {@code signer-added}: a word as in {@link StreamId#kind}
 * @param schemaVersion which shape of that type, from 1: old content stays readable when shapes change
 * @param content at most {@link CommitLimit#PAYLOAD_BYTES} to be committed
 */
public record Payload(String type, int schemaVersion, Bytes content) {

    public Payload {
        Spelling.requireWord("payload type", type);
        if (schemaVersion < 1) {
            throw new IllegalArgumentException("schema versions start at 1, not " + schemaVersion);
        }
    }
}
