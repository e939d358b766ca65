package dev.mandate.engine.access;

/**
 * That an API key was given an end, or revoked. It is a stream and a row of its own: an older row of the key without its end is noticed.
 *
 * @param keyVersion the version of the key with its newest end
 */
record KeyEnd(long keyVersion) {

    /** The key was given an end. */
    record Recorded(long keyVersion) {}
}
