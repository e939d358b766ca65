package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Option;

/** The body of a request, as far as the server has read it. */
public sealed interface Body {

    /** The greatest length that is read, in bytes. */
    int MAX_BYTES = 256 * 1024;

    /** The whole body; empty if there was none. */
    record Complete(Bytes bytes) implements Body {}

    /**
     * The body has not arrived.
     *
     * @param length what the headers say of its length in bytes, 0 if there is no body; none if they do not say it
     */
    record Awaited(Option<Long> length) implements Body {}

    /** The body is longer than {@link #MAX_BYTES}. The rest was not read. */
    record TooLarge() implements Body {}
}
