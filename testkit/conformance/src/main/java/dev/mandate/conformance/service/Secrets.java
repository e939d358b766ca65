package dev.mandate.conformance.service;

import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Set;
import tools.jackson.databind.JsonNode;

/** What no report may show: the API key, one-time codes, sealed keys, secrets of webhooks. */
public final class Secrets {

    private static final Set<String> NAMES = HashSet.of("credential_bundle", "ciphertext", "encapsulated_key", "secret", "key", "signature");
    private static final int SHOWN = 300;
    /** A shorter text is no key, and would be found in words. */
    private static final int SHORTEST = 6;

    private Set<String> known = LinkedHashSet.empty();

    /** Adds a text. */
    public void add(String secret) {
        known = secret.isEmpty() ? known : known.add(secret);
    }

    /** Adds the texts of {@code json} whose names say that they are secret. */
    void addAllIn(JsonNode json) {
        json.properties().forEach(member -> {
            if (NAMES.contains(member.getKey()) && member.getValue().isString() && member.getValue().stringValue().length() >= SHORTEST) {
                add(member.getValue().stringValue());
            }
        });
        json.forEach(this::addAllIn);
    }

    /** Returns the beginning of {@code text} without secrets. */
    public String redact(String text) {
        String shown = known.foldLeft(text, (before, secret) -> before.replace(secret, "(redacted)"));
        return shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + "…";
    }
}
