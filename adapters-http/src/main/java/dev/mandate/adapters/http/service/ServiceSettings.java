package dev.mandate.adapters.http.service;

import dev.mandate.domain.chain.Network;

/**
 * How the service behaves.
 *
 * @param environment which the environment header may assert and never change
 * @param defaultNetwork where no header says, on the paths that leave it to the operator
 * @param version of Mandate
 * @param grid whether the public SDK's paths are served
 * @param requestsPerSecond of one API key, on average; 0 for no limit
 * @param burst how many of them at once
 */
public record ServiceSettings(
        Environment environment, Network defaultNetwork, String version, Grid grid, int requestsPerSecond, int burst) {

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
