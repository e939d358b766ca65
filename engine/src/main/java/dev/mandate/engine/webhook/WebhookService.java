package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.webhook.Webhooks;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import io.vavr.collection.Array;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Function;

/** The webhooks of all tenants. Safe from any thread. */
public final class WebhookService {

    private static final Duration HAND_OVER_EVERY = Duration.ofMillis(250);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(60);
    private static final Duration REMOVE_EVERY = Duration.ofMinutes(10);

    private final Journal journal;
    private final ServerClock clock;
    private final WebhookPorts ports;
    private final Function<Tenant, EventFeed> feeds;
    private final SecureRandom random;
    private final WebhookBook book;
    private final WebhookFeeder feeder;
    private final WebhookTests tests = new WebhookTests();
    private final WebhookRetries retries;
    private final WebhookBacklog backlog;

    public WebhookService(
            Journal journal, ServerClock clock, WebhookPorts ports, Function<Tenant, EventFeed> feeds, SecureRandom random) {
        this.journal = journal;
        this.clock = clock;
        this.ports = ports;
        this.feeds = feeds;
        this.random = random;
        this.book = new WebhookBook(journal, clock);
        this.feeder = new WebhookFeeder(journal, clock, book, feeds);
        this.retries = new WebhookRetries(journal, clock, book);
        this.backlog = new WebhookBacklog(journal, clock, book, feeder, feeds);
    }

    /** The webhooks of a tenant. */
    public Webhooks of(Tenant tenant) {
        return new TenantWebhooks(journal, clock, tenant, book, tests, ports, feeds.apply(tenant), random);
    }

    /** Hands over events, and attempts whose time has come. Returns whether there is more to do. */
    public boolean step() {
        boolean isRepeating = retries.step();
        return feeder.step() || isRepeating;
    }

    /** Removes what is told of deliveries that ended before {@code time}, and of removed webhooks. Returns whether there is more. */
    public boolean prune(UnixTime time) {
        return retries.prune(time);
    }

    /** The age of the oldest event that a webhook has not taken, in seconds, as found by the last look; 0 if there is none. */
    public long oldestUndeliveredSeconds() {
        return backlog.oldestSeconds();
    }

    /** Looks for the oldest event that a webhook has not taken. */
    public void look() {
        backlog.look();
    }

    /**
     * Has workers hand over events and make attempts.
     *
     * @param kept how long it is told of deliveries
     */
    public Workers.Builder on(Workers.Builder workers, Duration kept) {
        return workers.delivering(Array.of(attempts()))
                .repeating("webhooks", this::step, HAND_OVER_EVERY)
                .repeating("webhook-backlog", () -> {
                    look();
                    return false;
                }, LOOK_EVERY)
                .repeating("webhook-retention", () -> clock.undisputed().exists(now -> prune(now.plusSeconds(-kept.toSeconds()))), REMOVE_EVERY);
    }

    /** Makes the attempts. */
    public TopicWork attempts() {
        return new TopicWork(WebhookFeeder.TOPIC, new WebhookAttempts(journal, clock, book, ports, feeds), WebhookAttempts.TERMS);
    }
}
