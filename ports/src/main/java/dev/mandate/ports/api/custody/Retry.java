package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.RequestKey;
import io.vavr.control.Option;
import java.util.Objects;

/** How repetitions of a request are recognized. */
public sealed interface Retry {

    /** They are not: each request is a new one. */
    record Unnamed() implements Retry {}

    /**
     * By a key that the client chose.
     *
     * @param digest hash of the whole request; another digest under the same key is refused
     * @param until the time until which the answer is kept, by the server's clock
     */
    record Named(RequestKey key, Bytes32 digest, UnixTime until) implements Retry {
        public Named {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(digest, "digest");
            Objects.requireNonNull(until, "until");
        }
    }

    /** The key, if there is one. */
    default Option<RequestKey> name() {
        return this instanceof Named named ? Option.some(named.key()) : Option.none();
    }
}
