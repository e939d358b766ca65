package dev.mandate.adapters.http.service;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Reply;
import java.time.Duration;

/** A request that its headers do not refuse. */
public interface AdmittedRequest {

    /** Returns the endpoint that answers it. Its {@code content} says whether the body is needed. */
    Endpoint endpoint();

    /**
     * Answers the request. Call it once. A fault of the service gives 500.
     *
     * @param body not {@link Body.Awaited}. If the endpoint reads no body it is ignored
     */
    Reply answer(Body body);

    /**
     * Refuses the request, in place of {@link #answer}: there is too much work before it.
     *
     * @param waited how long it has waited
     */
    Reply overloaded(Duration waited);
}
