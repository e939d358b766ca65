package dev.mandate.ports.api.webhook;

/** The id of a webhook: {@code whk_} and 32 hexadecimal digits. It is no secret. */
public record WebhookId(String text) {

    private static final String FORM = "whk_[0-9a-f]{32}";

    public WebhookId {
        if (!text.matches(FORM)) {
            throw new IllegalArgumentException("no id of a webhook");
        }
    }

    /** Whether {@code text} has the form of an id. */
    public static boolean isId(String text) {
        return text.matches(FORM);
    }

    @Override
    public String toString() {
        return text;
    }
}
