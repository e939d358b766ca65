package dev.mandate.adapters.http.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.refusal.DeskFailures;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.access.ApiKeys;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;

/**
 * Who asks, by {@code Authorization: Bearer}. A key that was good is good for a second more, so that not every request of a busy client
 * reads the store; what is remembered for that second is the key's hash.
 */
public final class KeyCheck {

    private static final int MOST_REMEMBERED = 10_000;
    private static final int LONGEST_TOKEN = 512;

    /** Never fed: to clone it takes a fraction of what it takes to look for one. */
    private static final MessageDigest SHA_256 = sha256();

    private final ApiKeys keys;
    private final Cache<Bytes32, Caller> recent;

    public KeyCheck(ApiKeys keys) {
        this.keys = keys;
        this.recent = Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(Duration.ofSeconds(1))
                .build();
    }

    Either<Failure, Caller> caller(Headers headers) {
        Array<String> given = headers.all("authorization");
        return given.size() == 1 && isBearer(given.head())
                ? token(given.head().substring("Bearer ".length()).strip())
                : Either.left(Failure.of(
                        ErrorCode.UNAUTHENTICATED, "Send one header Authorization: Bearer with an API key."));
    }

    private static boolean isBearer(String value) {
        return value.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length());
    }

    private Either<Failure, Caller> token(String token) {
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            return Either.left(Failure.of(ErrorCode.UNAUTHENTICATED, "The API key is not known."));
        }
        Bytes32 hash = hash(token);
        Caller known = recent.getIfPresent(hash);
        return known != null
                ? Either.right(known)
                : keys.authenticate(token).mapLeft(DeskFailures::of).peek(caller -> recent.put(hash, caller));
    }

    private static Bytes32 hash(String token) {
        return Bytes32.of(fresh().digest(token.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest fresh() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            // A provider of digests need not be able to; the JDK's own is.
            return sha256();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
