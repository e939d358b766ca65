package dev.mandate.ports.api.webhook;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.net.URISyntaxException;

/** Where a webhook is sent: an absolute URL without user and fragment. Whether its host may be connected to is decided at each connection. */
public record WebhookUrl(URI uri) {

    /** The longest URL, in characters. */
    public static final int MAX_LENGTH = 2_048;

    public WebhookUrl {
        if (unfit(uri.toString(), uri).isDefined()) {
            throw new IllegalArgumentException("no URL of a webhook");
        }
    }

    /** Why a text is no URL of a webhook. */
    public enum Unfit {
        TOO_LONG,
        /** It is no absolute URL with a host. */
        NO_URL,
        /** Its scheme is neither {@code https} nor {@code http}. */
        SCHEME,
        /** It has a user, a password or a fragment. */
        USER_OR_FRAGMENT
    }

    public static Either<Unfit, WebhookUrl> parse(String text) {
        try {
            URI uri = new URI(text);
            return unfit(text, uri).toEither(() -> new WebhookUrl(uri)).swap();
        } catch (URISyntaxException e) {
            return Either.left(Unfit.NO_URL);
        }
    }

    private static Option<Unfit> unfit(String text, URI uri) {
        return LinkedHashMap.of(
                        Unfit.TOO_LONG, text.length() > MAX_LENGTH,
                        Unfit.NO_URL, uri.getHost() == null || !text.chars().allMatch(c -> c > ' ' && c < 0x7f),
                        Unfit.SCHEME, !"https".equalsIgnoreCase(uri.getScheme()) && !"http".equalsIgnoreCase(uri.getScheme()),
                        Unfit.USER_OR_FRAGMENT, uri.getRawUserInfo() != null || uri.getRawFragment() != null)
                .filterValues(holds -> holds)
                .keySet()
                .headOption();
    }

    /** Whether what is sent can be read on the way. */
    public boolean isPlain() {
        return "http".equalsIgnoreCase(uri.getScheme());
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
