package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.access.ApiKey;
import io.vavr.control.Option;

/**
 * A key as it is kept.
 *
 * @param line the first of the keys in whose place it came; itself if it came in nobody's
 * @param hash of its token
 * @param version how many events its stream has
 */
record KeyRecord(ApiKey key, ApiKeyId line, Bytes32 hash, long version) {

    /** A key that comes in nobody's place, as it is made. */
    static KeyRecord first(ApiKey key, Bytes32 hash) {
        return new KeyRecord(key, key.id(), hash, 1);
    }

    /** Whether it was given an end since it was made: another came in its place, or it was revoked. */
    boolean isEnding() {
        return version > 1;
    }

    /** The same, ending at {@code at} or before. */
    KeyRecord endingAt(UnixTime at) {
        return next(at, key.revokedAt());
    }

    /** The same, revoked at {@code at}. */
    KeyRecord revokedAt(UnixTime at) {
        return next(at, Option.some(at));
    }

    private KeyRecord next(UnixTime latestEnd, Option<UnixTime> revokedAt) {
        UnixTime end = key.endsAt().filter(before -> before.isBefore(latestEnd)).getOrElse(latestEnd);
        return new KeyRecord(
                new ApiKey(key.id(), key.tenant(), key.name(), key.scopes(), key.createdAt(), Option.some(end), revokedAt),
                line,
                hash,
                version + 1);
    }
}
