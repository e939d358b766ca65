package dev.mandate.ports.spi.journal;

/**
 * Identifies a request, so that a retry is recognized.
 *
 * @param scope the name space of {@code key}, such as tenant and operation: 1 to 256 printable ASCII characters, no blanks
 * @param key the name that the client gave the request: 1 to 256 printable ASCII characters, no blanks
 */
public record RequestKey(String scope, String key) {

    public RequestKey {
        JournalNames.requireKey("idempotency scope", scope);
        JournalNames.requireKey("idempotency key", key);
    }
}
