package dev.mandate.engine.access;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.access.ApiKey;
import io.vavr.control.Option;

/**
 * A key as it is kept.
 *
 * @param hash of its token
 * @param version how many events its stream has
 */
record KeyRecord(ApiKey key, Bytes32 hash, long version) {

    /** The same, ending at {@code at} or before. */
    KeyRecord endingAt(UnixTime at) {
        UnixTime end = key.endsAt().filter(before -> before.isBefore(at)).getOrElse(at);
        return new KeyRecord(
                new ApiKey(key.id(), key.tenant(), key.name(), key.scopes(), key.createdAt(), Option.some(end)),
                hash,
                version + 1);
    }
}
