package dev.mandate.adapters.http.service;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Receives a line for each response and each internal fault. Its arguments hold no secrets. */
public interface AccessLog {

    /**
     * One answered request.
     *
     * @param route the endpoint's path template; empty if there was no endpoint
     * @param path the requested path, at most 256 characters
     * @param code the error code, if the request was refused
     * @param why the reason, if the service or what it stands on is at fault: nodes, vault, store
     */
    record Line(
            UnixTime at,
            String requestId,
            String method,
            String route,
            String path,
            int status,
            Option<String> code,
            Option<String> why,
            long micros,
            Option<Caller> caller,
            String client) {

        private static final Set<String> PROBES = HashSet.of("/health/live", "/health/ready", "/metrics");

        /** Whether it is a probe or a scrape that succeeded. */
        public boolean isRoutine() {
            return code.isEmpty() && status < 400 && PROBES.contains(route);
        }
    }

    void answered(Line line);

    /**
     * A fault inside the service.
     *
     * @param fault log its class and where it was thrown; do not log its message, which may repeat input
     */
    void failed(String requestId, Throwable fault);
}
