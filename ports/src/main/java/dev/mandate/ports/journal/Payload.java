package dev.mandate.ports.journal;

/**
 * Content that the journal keeps and does not read.
 *
 * @param type what it is, such as {@code signer-added}: a word as in {@link StreamId#kind}
 * @param schemaVersion which shape of that type, from 1: old content stays readable when shapes change
 * @param content a JSON text; at most {@link CommitLimit#PAYLOAD_BYTES} of UTF-8 to be committed
 */
public record Payload(String type, int schemaVersion, String content) {

    public Payload {
        JournalNames.requireWord("payload type", type);
        if (schemaVersion < 1) {
            throw new IllegalArgumentException("schema versions start at 1, not " + schemaVersion);
        }
    }
}
