package dev.mandate.ports.journal;

/**
 * Names a request, so that a retry of it can be told from a new one.
 *
 * @param scope within what the name is unique, such as tenant and operation: 1 to 256 printable ASCII characters, no blanks
 * @param key the client's own name for the request, spelled alike
 */
public record RequestKey(String scope, String key) {

    public RequestKey {
        JournalNames.requireKey("idempotency scope", scope);
        JournalNames.requireKey("idempotency key", key);
    }
}
