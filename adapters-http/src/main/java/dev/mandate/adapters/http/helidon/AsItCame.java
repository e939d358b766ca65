package dev.mandate.adapters.http.helidon;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;
import java.util.NoSuchElementException;

/**
 * Hands on every body as it came, whatever its content encoding is called: what cannot be read is for the service to say, in its own
 * words. Helidon alone would call such a request malformed, and hang up.
 */
final class AsItCame implements ContentEncodingContext {

    @Override
    public ContentEncodingContextConfig prototype() {
        return ContentEncodingContextConfig.create();
    }

    @Override
    public boolean contentEncodingEnabled() {
        return false;
    }

    @Override
    public boolean contentDecodingEnabled() {
        return true;
    }

    @Override
    public boolean contentEncodingSupported(String coding) {
        return false;
    }

    @Override
    public boolean contentDecodingSupported(String coding) {
        return true;
    }

    @Override
    public ContentEncoder encoder(String coding) {
        throw new NoSuchElementException("answers are sent as they are");
    }

    @Override
    public ContentDecoder decoder(String coding) {
        return ContentDecoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder(Headers headers) {
        return ContentEncoder.NO_OP;
    }
}
