package dev.mandate.conformance.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.control.Option;
import java.net.URI;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What reports never show. */
class SecretsTest {

    @Test
    void secretsOfAnswersAreRedacted() {
        Secrets secrets = new Secrets();
        secrets.add("the-key");
        secrets.addAllIn(JsonMapper.shared().readTree("{\"a\": [{\"credential_bundle\": \"sealed\", \"address\": \"open\"}], \"secret\": \"whsec_1\", \"key\": \"o\"}"));

        assertEquals("(redacted) (redacted) open (redacted)", secrets.redact("the-key sealed open whsec_1"));
    }

    @Test
    void aLongTextIsCutAfterSecretsAreGone() {
        Secrets secrets = new Secrets();
        secrets.add("k".repeat(20));

        assertEquals("x".repeat(295) + "(reda…", secrets.redact("x".repeat(295) + "k".repeat(20)));
    }

    @Test
    void aTargetDoesNotShowItsKey() {
        Target target = new Target(URI.create("https://example.com:1/x?y=z"), "the-key", "mainnet", Option.none());

        assertEquals("https://example.com:1", target.toString());
    }
}
