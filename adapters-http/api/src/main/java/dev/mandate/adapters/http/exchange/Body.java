package dev.mandate.adapters.http.exchange;

import dev.mandate.domain.kernel.Bytes;

/** The body of a request, as far as the server read it. */
public sealed interface Body {

    /** The most that is read. */
    int MAX_BYTES = 256 * 1024;

    /** All of it; empty if there was none. */
    record Complete(Bytes bytes) implements Body {}

    /** More than {@link #MAX_BYTES}. The rest was not read. */
    record TooLarge() implements Body {}
}
