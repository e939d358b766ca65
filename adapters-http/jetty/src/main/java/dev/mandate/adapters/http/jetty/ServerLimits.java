package dev.mandate.adapters.http.jetty;

import java.time.Duration;

/**
 * Limits of time and of connections.
 *
 * @param idle how long a connection may stay open until its next request has arrived, up to the end of its headers
 * @param stall how long a request's body may keep the server waiting, beside the time of its bytes at the slowest pace
 * @param transfer how long a client may take to receive a response
 * @param crowded replaces {@code idle} while the limit of connections is reached
 * @param queue how long a request may wait until it is its turn
 * @param connections how many connections may be open; further clients wait to be accepted
 */
record ServerLimits(Duration idle, Duration stall, Duration transfer, Duration crowded, Duration queue, int connections) {

    /** Returns the limits of a server in this process. */
    static ServerLimits ofThisProcess() {
        return new ServerLimits(
                Duration.ofSeconds(60),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                ConnectionLimit.ofThisProcess());
    }
}
