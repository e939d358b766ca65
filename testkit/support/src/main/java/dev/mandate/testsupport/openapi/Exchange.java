package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;

/**
 * A request and what it was answered, whatever carried them.
 *
 * @param method as it was spelled
 * @param path as it was spelled, without query
 * @param query behind the question mark, without it; empty if there was none
 * @param body of the request; empty if there was none, or if nobody knows what the server made of it
 */
public record Exchange(String method, String path, String query, Bytes body, Answer answer) {

    /**
     * What was answered.
     *
     * @param contentType of the body, with its parameters; empty if the answer names none
     * @param requestId the header {@code x-request-id}; empty if there is none
     */
    public record Answer(int status, String contentType, String requestId, Bytes body) {}
}
