package dev.mandate.adapters.http.service;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/** Where the service notes what it answered, and what went wrong inside. Nothing that it is told holds a secret. */
public interface AccessLog {

    /**
     * One request that was answered.
     *
     * @param route the endpoint's path with its braces; empty where there was none
     * @param path as it was asked, at most 256 characters
     * @param code the error code, if it was refused
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
     * @param fault its class and where it was thrown are for the log; its message may repeat input and is not
     */
    void failed(String requestId, Throwable fault);
}
