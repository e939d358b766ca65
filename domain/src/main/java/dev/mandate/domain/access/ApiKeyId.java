package dev.mandate.domain.access;

/**
 * The id of an API key. It is no secret and may be logged.
 *
 * @param text {@code key_} and 16 of 0-9 and a-f
 */
public record ApiKeyId(String text) implements Comparable<ApiKeyId> {

    public ApiKeyId {
        if (!text.matches("key_[0-9a-f]{16}")) {
            throw new IllegalArgumentException("no id of an API key");
        }
    }

    @Override
    public int compareTo(ApiKeyId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
