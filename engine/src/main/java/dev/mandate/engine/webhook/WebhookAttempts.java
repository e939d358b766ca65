package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.webhook.WebhookRecord.Event;
import dev.mandate.engine.webhook.WebhookRecord.Signing;
import dev.mandate.engine.webhook.WebhookRecord.Standing;
import dev.mandate.engine.webhook.WebhookRows.Delivered;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.engine.webhook.WebhookRows.Health;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookDelivery.Status;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.webhook.WebhookSender;
import dev.mandate.ports.spi.webhook.WebhookSender.Sent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Function;

/** Makes attempts. Handles the messages of {@link WebhookFeeder#TOPIC}. */
final class WebhookAttempts implements MessageHandler {

    /** Longer than an attempt. After a crash an event's account waits so long. */
    private static final long LEASE_SECONDS = 2 * WebhookSender.TIMEOUT_SECONDS;

    /** So many receivers are waited for at once. A message ends after its attempt, so it waits here only for a receiver that wants a pause. */
    static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(Integer.MAX_VALUE, new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(30))), LEASE_SECONDS, 64, Duration.ofMillis(250));

    /** The pauses after the failed attempts, in seconds (Standard Webhooks, "Deliverability and reliability"). */
    private static final Array<Long> PAUSES =
            Array.of(5, 5 * 60, 30 * 60, 2 * 3_600, 5 * 3_600, 10 * 3_600, 14 * 3_600, 20 * 3_600, 24 * 3_600).map(Integer::longValue);

    private static final long LONGEST_FAILING_SECONDS = 5 * 24 * 3_600;
    private static final int GONE = 410;
    private static final Array<Integer> BUSY = Array.of(429, 502, 503, 504);

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookBook book;
    private final WebhookPorts ports;
    private final Function<Tenant, EventFeed> feeds;
    private final WebhookLanes lanes;
    private final WebhookReplays replays;

    WebhookAttempts(Journal journal, ServerClock clock, WebhookBook book, WebhookPorts ports, Function<Tenant, EventFeed> feeds) {
        this.journal = journal;
        this.clock = clock;
        this.book = book;
        this.ports = ports;
        this.feeds = feeds;
        this.lanes = new WebhookLanes(journal, clock);
        this.replays = new WebhookReplays(journal, clock, book, feeds);
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) {
        OutboxMessage message = delivery.message().message();
        if (message.stream().kind().equals(WebhookRows.AGAIN.name())) {
            return replays.step(WebhookRows.AGAIN.read(message));
        }
        Due due = WebhookRows.ATTEMPT.read(message);
        Option<DeliveryFailure> failure = deliver(due);
        if (failure.isEmpty() && message.stream().kind().equals(WebhookLanes.STREAM)) {
            lanes.done(message.stream().id(), due.position());
        }
        return failure;
    }

    private Option<DeliveryFailure> deliver(Due due) {
        String key = WebhookRows.key(due.tenant(), due.webhook(), due.position());
        Option<Delivered> before = WebhookRows.DELIVERIES.find(journal, key);
        if (before.exists(known -> known.attempts().length() >= due.attempt() && known.status() != Status.DEAD)) {
            return Option.none();
        }
        return book.find(due.tenant(), due.webhook())
                .filter(known -> known.standing() == Standing.ENABLED)
                .fold(() -> dropped(key, before), webhook -> deliver(due, key, before, webhook));
    }

    private Option<DeliveryFailure> deliver(Due due, String key, Option<Delivered> before, WebhookRecord webhook) {
        return feeds.apply(due.tenant())
                .page(new EventQuery(due.position() - 1, 1))
                .fold(gone -> dropped(key, before), page -> page.events().headOption()
                        // While events are projected anew, the page is empty.
                        .fold(
                                () -> Option.some(new DeliveryFailure.Waiting("its event is not projected yet")),
                                event -> event.position() == due.position()
                                        ? attempted(due, key, before, webhook, event)
                                        : dropped(key, before)));
    }

    private Option<DeliveryFailure> dropped(String key, Option<Delivered> before) {
        before.forEach(known -> write(Commit.at(clock.now())
                .change(WebhookRows.DELIVERIES.put(
                        key,
                        new Delivered(known.event(), known.type(), Status.DROPPED, known.attempts(), known.at(), Option.none())))));
        return Option.none();
    }

    private Option<DeliveryFailure> attempted(Due due, String key, Option<Delivered> before, WebhookRecord webhook, CustodyEvent event) {
        UnixTime now = clock.now();
        Health health = WebhookRows.HEALTH.find(journal, WebhookRows.key(due.tenant(), due.webhook())).getOrElse(Health.GOOD);
        if (health.pausedUntil().exists(now::isBefore)) {
            return Option.some(new DeliveryFailure.Waiting("its receiver asks for a pause"));
        }
        return ports.sender()
                .send(message(ports, due.tenant(), webhook, event.id().text(), now, ports.bodies().of(due.tenant(), event)))
                .fold(
                        () -> Option.some(new DeliveryFailure.Waiting("broken off, since the worker was stopped")),
                        sent -> attempted(due, key, before, event, health, now, sent));
    }

    private Option<DeliveryFailure> attempted(
            Due due, String key, Option<Delivered> before, CustodyEvent event, Health health, UnixTime now, Sent sent) {
        String healthKey = WebhookRows.key(due.tenant(), due.webhook());
        ports.attempts().accept(sent.attempt());
        Outcome outcome = new Outcome(due, sent, now);
        Array<WebhookAttempt> attempts = before.map(Delivered::attempts).getOrElse(Array.empty()).append(sent.attempt());
        Commit commit = Commit.at(now)
                .change(WebhookRows.DELIVERIES.put(
                        key, new Delivered(event.id(), event.type(), outcome.status(), attempts, now, outcome.next())));
        Commit healthy = outcome.after(health).filter(changed -> !changed.equals(health))
                .map(changed -> commit.change(WebhookRows.HEALTH.put(healthKey, changed)))
                .getOrElse(commit);
        write(outcome.next()
                .map(time -> healthy.change(WebhookRows.DUE.put(WebhookRows.key(time, due.next()), due.next())))
                .getOrElse(healthy));
        // A webhook that was removed meanwhile needs no other standing.
        var unused = outcome.standing(health)
                .map(standing -> book.change(due.tenant(), due.webhook(), there -> Array.of(new Event.Stands(standing, now))));
        return Option.when(
                outcome.status() == Status.DEAD,
                () -> new DeliveryFailure.Permanent("the last attempt failed: " + sent.attempt().error().get()));
    }

    static WebhookSender.Message message(
            WebhookPorts ports, Tenant tenant, WebhookRecord webhook, String id, UnixTime now, Bytes body) {
        return new WebhookSender.Message(
                webhook.terms().read().url(), id, now, body, webhook.signing(now).flatMap(signing -> secrets(ports, tenant, webhook, signing)));
    }

    /** The webhook's newest secret. */
    static String secret(WebhookPorts ports, Tenant tenant, WebhookRecord webhook) {
        return secrets(ports, tenant, webhook, webhook.newest()).head();
    }

    private static Array<String> secrets(WebhookPorts ports, Tenant tenant, WebhookRecord webhook, Signing signing) {
        String name = WebhookRows.key(tenant, webhook.id()) + "/" + signing.number();
        return ports.secrets().madeBetween(signing.first(), signing.last()).map(secrets -> "whsec_"
                + new String(Base64.getEncoder().encode(secrets.of(name).toArray()), StandardCharsets.US_ASCII));
    }

    /** What follows from an attempt. */
    private record Outcome(Due due, Sent sent, UnixTime now) {

        private boolean isGone() {
            return sent.attempt().statusCode().contains(GONE);
        }

        private Option<Long> pause() {
            return Option.when(!sent.attempt().isSuccess() && !isGone(), () -> due.attempt() - due.base())
                    .filter(made -> made <= PAUSES.length())
                    .map(made -> Math.max(PAUSES.get(made - 1), sent.retryAfterSeconds().getOrElse(0L)));
        }

        Option<UnixTime> next() {
            return pause().map(now::plusSeconds);
        }

        Status status() {
            return sent.attempt().isSuccess()
                    ? Status.DELIVERED
                    : isGone() ? Status.DROPPED : next().isDefined() ? Status.PENDING : Status.DEAD;
        }

        /** Whoever is too busy for one event is not sent others for a while. */
        Option<Health> after(Health before) {
            if (sent.attempt().isSuccess()) {
                return Option.some(Health.GOOD);
            }
            Option<Long> asked = sent.retryAfterSeconds()
                    .orElse(() -> Option.when(sent.attempt().statusCode().exists(BUSY::contains), () -> PAUSES.head()));
            return Option.some(new Health(before.failingSince().orElse(Option.some(now)), asked.map(now::plusSeconds)));
        }

        Option<Standing> standing(Health before) {
            boolean isFailing = !sent.attempt().isSuccess()
                    && before.failingSince().exists(since -> now.secondsSince(since) >= LONGEST_FAILING_SECONDS);
            return isGone() ? Option.some(Standing.RECEIVER_GONE) : Option.when(isFailing, Standing.FAILING);
        }
    }

    private void write(Commit commit) {
        var unused = journal.commit(commit)
                .getOrElseThrow(refused -> new IllegalStateException("an attempt is not written: " + refused));
    }
}
