package dev.mandate.adapters.http.service;

import dev.mandate.domain.chain.Network;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;

/**
 * The settings of the service.
 *
 * @param environment the environment header may assert it, but not change it
 * @param defaultNetwork the network on paths that go by the environment, if no header chooses one
 * @param version of Mandate
 * @param requestsPerSecond average rate of one API key; 0 for no limit
 * @param burst the most requests of one API key at once
 * @param corsOrigins origins whose pages may call from a browser, in the browsers' format: {@code https://app.example.com}
 */
public record ServiceSettings(
        Environment environment,
        Network defaultNetwork,
        String version,
        int requestsPerSecond,
        int burst,
        Set<String> corsOrigins) {

    /** Settings without CORS origins. */
    public ServiceSettings(
            Environment environment, Network defaultNetwork, String version, int requestsPerSecond, int burst) {
        this(environment, defaultNetwork, version, requestsPerSecond, burst, HashSet.empty());
    }

    /** Whether the service's accounts hold real money. */
    public enum Environment {
        SANDBOX,
        PRODUCTION
    }
}
