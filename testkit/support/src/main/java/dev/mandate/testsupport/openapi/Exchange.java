package dev.mandate.testsupport.openapi;

import dev.mandate.domain.kernel.Bytes;

/**
 * A request and its answer, over any transport.
 *
 * @param method as sent
 * @param path as sent, without query
 * @param query the text after the question mark; empty if there is none
 * @param body of the request; empty if there is none, or if it is unknown how the server read it
 */
public record Exchange(String method, String path, String query, Bytes body, Answer answer) {

    /**
     * An answer.
     *
     * @param contentType of the body, with its parameters; empty if there is none
     * @param requestId the header {@code x-request-id}; empty if there is none
     */
    public record Answer(int status, String contentType, String requestId, Bytes body) {}
}
