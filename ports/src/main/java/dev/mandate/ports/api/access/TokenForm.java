package dev.mandate.ports.api.access;

/** The forms of API keys' texts. Keys of all forms work alike. */
public enum TokenForm {
    /** {@link ApiKey#TOKEN_PREFIX} and 256 random bits in base64url. */
    PREFIXED,
    /** A random UUID in lower case (RFC 9562, version 4): 122 random bits. For clients that expect such a key. */
    UUID
}
