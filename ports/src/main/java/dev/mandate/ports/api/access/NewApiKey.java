package dev.mandate.ports.api.access;

/**
 * A key just made.
 *
 * @param token what its holder sends; shown once, kept nowhere
 */
public record NewApiKey(ApiKey key, String token) {

    /** Without the token. */
    @Override
    public String toString() {
        return "NewApiKey[key=" + key + ", token=(not shown)]";
    }
}
