package dev.mandate.conformance.service;

import io.vavr.control.Option;
import java.net.URI;
import java.nio.file.Path;

/**
 * The server to play against.
 *
 * @param network the value of {@code x-service-network}
 * @param mails the folder where the server writes its mails, a file for each
 */
public record Target(URI url, String apiKey, String network, Option<Path> mails) {

    /** Without the API key. */
    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getAuthority();
    }
}
