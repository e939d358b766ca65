package dev.mandate.adapters.http.service;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/** Receives a line for each response and each internal fault. Its arguments hold no secrets. */
public interface AccessLog {

    /**
     * One answered request.
     *
     * @param route the endpoint's path template; empty if there was no endpoint
     * @param path the requested path, at most 256 characters
     * @param code the error code, if the request was refused
     */
    record Line(
            UnixTime at,
            String requestId,
            String method,
            String route,
            String path,
            int status,
            Option<String> code,
            long micros,
            Option<Caller> caller,
            String client) {}

    void answered(Line line);

    /**
     * A fault inside the service.
     *
     * @param fault log its class and where it was thrown; do not log its message, which may repeat input
     */
    void failed(String requestId, Throwable fault);
}
