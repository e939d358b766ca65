package dev.mandate.domain.access;

/**
 * The API key by which something was ordered.
 *
 * @param first the first key in the chain of rotations that led to {@code key}: quotas count for the chain, so that a rotation does not reset them
 */
public record KeyLine(ApiKeyId key, ApiKeyId first) {

    /** A key that did not replace another. */
    public static KeyLine of(ApiKeyId key) {
        return new KeyLine(key, key);
    }
}
