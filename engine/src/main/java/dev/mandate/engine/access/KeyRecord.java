package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.ports.api.access.ApiKey;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/**
 * An API key as stored.
 *
 * @param line the first key of its chain of replacements; its own id if it replaced none
 * @param hash of its token
 */
record KeyRecord(ApiKey key, ApiKeyId line, Bytes32 hash) {

    /** What happens to a key. */
    sealed interface Event {

        /** It was made. */
        record Made(ApiKey key, ApiKeyId line, Bytes32 hash, Option<OperatorName> by) implements Event {}

        /** It was replaced. It ends at this time at the latest. */
        record Ended(UnixTime at, Option<OperatorName> by) implements Event {}

        /** It was revoked. */
        record Revoked(UnixTime at, Option<OperatorName> by) implements Event {}

        /** The operator who did it; none if nobody is recorded, as in version 1. */
        Option<OperatorName> by();
    }

    static KeyRecord evolve(Option<KeyRecord> before, Event event) {
        return switch (event) {
            case Event.Made(ApiKey key, ApiKeyId line, Bytes32 hash, var by) when before.isEmpty() -> new KeyRecord(key, line, hash);
            case Event.Made made -> throw new IllegalStateException("a key is made once");
            case Event.Ended(UnixTime at, var by) -> there(before).ending(at, there(before).key.revokedAt());
            case Event.Revoked(UnixTime at, var by) -> there(before).ending(at, Option.some(at));
        };
    }

    private static KeyRecord there(Option<KeyRecord> before) {
        return before.filter(record -> record.key.revokedAt().isEmpty())
                .getOrElseThrow(() -> new IllegalStateException("the key was never made, or is revoked"));
    }

    Event.Made made(Option<OperatorName> by) {
        return new Event.Made(key, line, hash, by);
    }

    /** Version 1 recorded nobody. */
    static JsonObject fromVersion1(JsonObject old) {
        UnaryOperator<JsonObject> byNobody = event -> event.with("by", JsonObject.NULL);
        return old.when("api-key-made", byNobody).when("api-key-ended", byNobody).when("api-key-revoked", byNobody);
    }

    private KeyRecord ending(UnixTime latestEnd, Option<UnixTime> revokedAt) {
        UnixTime end = key.endsAt().filter(before -> before.isBefore(latestEnd)).getOrElse(latestEnd);
        return new KeyRecord(
                new ApiKey(key.id(), key.tenant(), key.name(), key.scopes(), key.createdAt(), Option.some(end), revokedAt),
                line,
                hash);
    }
}
