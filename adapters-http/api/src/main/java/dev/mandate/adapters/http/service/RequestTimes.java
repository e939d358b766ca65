package dev.mandate.adapters.http.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Measures response times by method, route and status. Thread-safe. */
final class RequestTimes {

    private static final Duration[] BUCKETS = Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry meters;
    private final ConcurrentHashMap<Route, Timer> timers = new ConcurrentHashMap<>();

    RequestTimes(MeterRegistry meters) {
        this.meters = meters;
    }

    private record Route(String method, String route, int status) {}

    /** @param route empty if there is no endpoint; the client's method is then not used as a label, because there could be any number of them */
    void count(String method, String route, int status, Duration took) {
        Route counted = new Route(route.isEmpty() ? "other" : method, route, status);
        Timer known = timers.get(counted);
        (known == null ? timers.computeIfAbsent(counted, this::timer) : known).record(took);
    }

    private Timer timer(Route route) {
        return Timer.builder("mandate_http_requests")
                .description("Requests answered, by route and status")
                .tag("method", route.method())
                .tag("route", route.route().isEmpty() ? "none" : route.route())
                .tag("status", Integer.toString(route.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }
}
