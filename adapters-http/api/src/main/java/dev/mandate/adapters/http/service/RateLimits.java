package dev.mandate.adapters.http.service;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.vavr.control.Either;
import java.time.Duration;

/** Limits the request rate of each API key. Each instance counts for itself. */
final class RateLimits {

    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

    private final ServiceSettings settings;
    private final Cache<ApiKeyId, Bucket> buckets =
            Caffeine.newBuilder().expireAfterAccess(FORGOTTEN_AFTER).build();

    RateLimits(ServiceSettings settings) {
        this.settings = settings;
    }

    /** Returns the caller if its key has a request left. */
    Either<Failure, Caller> take(Caller caller) {
        if (settings.requestsPerSecond() == 0) {
            return Either.right(caller);
        }
        ConsumptionProbe probe = buckets.get(caller.line(), line -> bucket()).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? Either.right(caller)
                : Either.left(Failure.of(
                                ErrorCode.RATE_LIMITED,
                                "This API key may ask " + settings.requestsPerSecond() + " times a second on average.")
                        .retryAfter(Math.max(1, Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds() + 1)));
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(settings.burst())
                        .refillGreedy(settings.requestsPerSecond(), Duration.ofSeconds(1))
                        .build())
                .build();
    }
}
