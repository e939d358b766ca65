package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.ports.api.access.ApiKeys;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.TenantFailures;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Authenticates requests by {@code Authorization: Bearer}. A valid key is cached for one second, so that a busy client does not
 * read the store at each request. The cache holds only the key's hash.
 */
public final class KeyCheck {

    private static final Duration GOOD_FOR = Duration.ofSeconds(1);
    private static final int LONGEST_TOKEN = 512;

    private final ApiKeys keys;
    /** Every request reads it. A cache with an eviction order takes several times as long. */
    private final BoundedCache<Bytes32, Known> recent = new BoundedCache<>(14);

    private final Option<String> chosen;
    private final LongSupplier nanoTime;

    public KeyCheck(ApiKeys keys) {
        this(keys, Option.none());
    }

    /** @param chosen a key that the operator chose. Its format does not show that it is a key, so it is redacted by value. */
    public KeyCheck(ApiKeys keys, Option<String> chosen) {
        this(keys, chosen, System::nanoTime);
    }

    /** @param nanoTime supplies {@link System#nanoTime} */
    KeyCheck(ApiKeys keys, Option<String> chosen, LongSupplier nanoTime) {
        this.keys = keys;
        this.chosen = chosen;
        this.nanoTime = nanoTime;
    }

    /** Returns the redactor for a request with these headers. */
    SecretRedactor discretion(Headers headers) {
        return new SecretRedactor(chosen.toArray().appendAll(headers.first("authorization").flatMap(KeyCheck::bearer)));
    }

    private record Known(Caller caller, long since) {}

    Either<Failure, Caller> caller(Headers headers) {
        Array<String> given = headers.all("authorization");
        return given.headOption()
                .filter(only -> given.size() == 1)
                .flatMap(KeyCheck::bearer)
                .<Either<Failure, Caller>>map(this::token)
                .getOrElse(() -> Either.left(Failure.of(
                        ErrorCode.UNAUTHENTICATED, "Send one header Authorization: Bearer with an API key.")));
    }

    /** Returns the token in a header's {@code value}. */
    static Option<String> bearer(String value) {
        return Option.when(
                value.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length()),
                () -> value.substring("Bearer ".length()).strip());
    }

    private Either<Failure, Caller> token(String token) {
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            return Either.left(Failure.of(ErrorCode.UNAUTHENTICATED, "The API key is not known."));
        }
        Bytes32 hash = Sha256.of(token);
        return recent.find(hash)
                .filter(known -> nanoTime.getAsLong() - known.since() < GOOD_FOR.toNanos())
                .<Either<Failure, Caller>>map(known -> Either.right(known.caller()))
                .getOrElse(() -> authenticated(token, hash));
    }

    private Either<Failure, Caller> authenticated(String token, Bytes32 hash) {
        long since = nanoTime.getAsLong();
        return keys.authenticate(token)
                .mapLeft(TenantFailures::of)
                .map(caller -> recent.keep(hash, new Known(caller, since)).caller());
    }
}
