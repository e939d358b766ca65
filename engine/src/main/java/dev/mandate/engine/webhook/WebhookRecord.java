package dev.mandate.engine.webhook;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.webhook.EventPattern;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.api.webhook.WebhookUrl;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A webhook as recorded.
 *
 * @param since when it got its standing
 * @param secret the number of its secret, from 1
 * @param rotatedAt when it got this secret; none for the first one
 */
record WebhookRecord(
        WebhookId id, Terms terms, UnixTime createdAt, Standing standing, UnixTime since, int secret, Option<UnixTime> rotatedAt) {

    /** How long the secret before the present one signs, too. */
    static final long OLD_SECRET_SECONDS = 24 * 3_600;

    /** What the tenant chose, as texts. */
    record Terms(String url, Array<String> types, Option<String> description) {

        static Terms of(Webhook.Terms terms) {
            return new Terms(terms.url().toString(), terms.types().map(EventPattern::text), terms.description());
        }

        Webhook.Terms read() {
            return new Webhook.Terms(WebhookUrl.parse(url).get(), types.map(EventPattern::new), description);
        }
    }

    /** Whether it is sent to. */
    enum Standing {
        ENABLED,
        BY_REQUEST,
        RECEIVER_GONE,
        FAILING,
        REMOVED
    }

    /** What happens to a webhook. */
    sealed interface Event {

        record Made(WebhookId id, Terms terms, UnixTime at) implements Event {}

        record Changed(Terms terms) implements Event {}

        record Stands(Standing standing, UnixTime at) implements Event {}

        record SecretRotated(UnixTime at) implements Event {}

        /** Events after a position are sent again. */
        record Replayed(long after) implements Event {}
    }

    static WebhookRecord evolve(Option<WebhookRecord> before, Event event) {
        return switch (event) {
            case Event.Made(WebhookId id, Terms terms, UnixTime at) when before.isEmpty() ->
                new WebhookRecord(id, terms, at, Standing.ENABLED, at, 1, Option.none());
            case Event.Made made -> throw new IllegalStateException("a webhook is made once");
            case Event.Changed(Terms terms) -> there(before).with(terms);
            case Event.Stands(Standing standing, UnixTime at) -> there(before).with(standing, at);
            case Event.SecretRotated(UnixTime at) -> there(before).rotated(at);
            case Event.Replayed replayed -> there(before);
        };
    }

    private static WebhookRecord there(Option<WebhookRecord> before) {
        return before.filter(record -> record.standing != Standing.REMOVED)
                .getOrElseThrow(() -> new IllegalStateException("there is no such webhook"));
    }

    private WebhookRecord with(Terms changed) {
        return new WebhookRecord(id, changed, createdAt, standing, since, secret, rotatedAt);
    }

    private WebhookRecord with(Standing changed, UnixTime at) {
        return new WebhookRecord(id, terms, createdAt, changed, at, secret, rotatedAt);
    }

    private WebhookRecord rotated(UnixTime at) {
        return new WebhookRecord(id, terms, createdAt, standing, since, secret + 1, Option.some(at));
    }

    /** A secret by its number, which was made in a time. */
    record Signing(int number, UnixTime first, UnixTime last) {}

    /** The secrets that sign at this time, the newest first. */
    Array<Signing> signing(UnixTime now) {
        return rotatedAt.filter(at -> now.secondsSince(at) < OLD_SECRET_SECONDS)
                .map(at -> Array.of(newest(), new Signing(secret - 1, createdAt, at)))
                .getOrElse(() -> Array.of(newest()));
    }

    Signing newest() {
        UnixTime made = rotatedAt.getOrElse(createdAt);
        return new Signing(secret, made, made);
    }

    /** The webhook as shown to its tenant. It is not removed. */
    Webhook view() {
        return new Webhook(id, terms.read(), createdAt, switch (standing) {
            case ENABLED -> new Webhook.Status.Enabled();
            case BY_REQUEST -> new Webhook.Status.Disabled(Webhook.Status.Reason.BY_REQUEST, since);
            case RECEIVER_GONE -> new Webhook.Status.Disabled(Webhook.Status.Reason.RECEIVER_GONE, since);
            case FAILING -> new Webhook.Status.Disabled(Webhook.Status.Reason.FAILING, since);
            case REMOVED -> throw new IllegalStateException("a removed webhook is not shown");
        });
    }
}
