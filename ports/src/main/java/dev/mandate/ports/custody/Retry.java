package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.RequestKey;
import io.vavr.control.Option;

/** What a client says so that its repetitions of a request can be told from new ones. */
public sealed interface Retry {

    /** Nothing: each request is a new one. */
    record Unnamed() implements Retry {}

    /**
     * A name for the request.
     *
     * @param digest of everything that was asked: another digest under the same key is a misuse of it
     * @param until how long the answer is kept
     */
    record Named(RequestKey key, Bytes32 digest, UnixTime until) implements Retry {}

    /** The key, if there is one. */
    default Option<RequestKey> name() {
        return this instanceof Named named ? Option.some(named.key()) : Option.none();
    }
}
