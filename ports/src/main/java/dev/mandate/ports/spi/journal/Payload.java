package dev.mandate.ports.spi.journal;

/**
 * Content that the journal stores without interpreting it.
 *
 * @param type the type of the content, such as {@code signer-added}: a word as in {@link StreamId#kind}
 * @param schemaVersion the version of the type's shape, from 1; old content stays readable when a shape changes
 * @param content a JSON text; a commit accepts at most {@link CommitLimit#PAYLOAD_BYTES} of UTF-8
 */
public record Payload(String type, int schemaVersion, String content) {

    public Payload {
        JournalNames.requireWord("payload type", type);
        if (schemaVersion < 1) {
            throw new IllegalArgumentException("schema versions start at 1, not " + schemaVersion);
        }
    }
}
