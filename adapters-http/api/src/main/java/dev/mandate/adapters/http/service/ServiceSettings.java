package dev.mandate.adapters.http.service;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;

/**
 * How the service behaves.
 *
 * @param environment which the environment header may assert and never change
 * @param defaultNetwork where no header says, on the paths that leave it to the operator
 * @param version of Mandate
 * @param grid whether the public SDK's paths are served
 * @param requestsPerSecond of one API key, on average; 0 for no limit
 * @param burst how many of them at once
 * @param corsOrigins of pages that may call from a browser, each as browsers spell it: {@code https://app.example.com}
 */
public record ServiceSettings(
        Environment environment,
        Network defaultNetwork,
        String version,
        Grid grid,
        int requestsPerSecond,
        int burst,
        Set<String> corsOrigins) {

    /** Settings under which no page may call from a browser. */
    public ServiceSettings(
            Environment environment, Network defaultNetwork, String version, Grid grid, int requestsPerSecond, int burst) {
        this(environment, defaultNetwork, version, grid, requestsPerSecond, burst, HashSet.empty());
    }

    /** Whether the service's accounts hold real money. */
    public enum Environment {
        SANDBOX,
        PRODUCTION
    }

    /** Whether the public SDK's paths are served. */
    public enum Grid {
        SERVED,
        NOT_SERVED
    }
}
