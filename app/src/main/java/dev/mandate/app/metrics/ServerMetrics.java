package dev.mandate.app.metrics;

import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.Engines;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.webhook.WebhookService;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.time.ServerClock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Registers the series of a server's parts. {@code docs/metrics.md} lists all series. A scrape reads no store and asks no node. */
public final class ServerMetrics {

    private static final Duration STORE_EVERY = Duration.ofSeconds(15);
    private static final Duration CHAINS_EVERY = Duration.ofMinutes(1);

    private static final String DELIVERED = "delivered";

    private final MeterRegistry meters;
    private final ServerClock clock;

    public ServerMetrics(MeterRegistry meters, ServerClock clock) {
        this.meters = meters;
        this.clock = clock;
    }

    /** The same transport, whose outcomes are counted. */
    public MailTransport counted(MailTransport mail) {
        Counter sent = mails("sent");
        Counter retried = mails("retried");
        Counter refused = mails("refused");
        return message -> {
            Option<MailFault> fault = mail.send(message);
            fault.map(why -> switch (why) {
                        case MailFault.Temporary temporary -> retried;
                        case MailFault.Permanent permanent -> refused;
                    })
                    .getOrElse(sent)
                    .increment();
            return fault;
        };
    }

    private Counter mails(String outcome) {
        return Counter.builder("mandate_mail").description("Attempts to send a mail, by outcome").tag("outcome", outcome).register(meters);
    }

    /** Counts an attempt to deliver an event to a webhook. */
    public void count(WebhookAttempt attempt) {
        attempts(attempt.error().map(RefusalText::word).getOrElse(DELIVERED)).increment();
    }

    private Counter attempts(String outcome) {
        return Counter.builder("mandate_webhook_attempts")
                .description("Attempts to deliver an event to a webhook, by outcome")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Registers what the services know of themselves. */
    public void watch(Engines services, Seq<AccountWatcher> watchers) {
        EventProjector projector = services.projector();
        gauge("mandate_event_lag_seconds", "How long the oldest recorded change waits to become an event", Tags.empty(), projector::lagSeconds);
        gauge("mandate_event_oldest_seconds", "The age of the oldest events that are kept", Tags.empty(), projector::oldestSeconds);
        services.webhooks().forEach(webhooks -> {
            gauge(
                    "mandate_webhook_oldest_seconds",
                    "The age of the oldest event that a webhook has not taken",
                    Tags.empty(),
                    webhooks::oldestUndeliveredSeconds);
            // A series begins at 0, so that its first increase counts.
            var unused = attempts(DELIVERED);
        });
        watchers.forEach(watcher -> gauge(
                "mandate_watcher_lag_seconds",
                "Seconds since all accounts were last looked at; not a number where another instance watches",
                Tags.of("network", watcher.network().name()),
                () -> watcher.upToDate().map(last -> (double) clock.now().secondsSince(last)).getOrElse(Double.NaN)));
    }

    private void gauge(String name, String description, Tags tags, Supplier<Number> value) {
        var unused = Gauge.builder(name, value).description(description).tags(tags).register(meters);
    }

    /**
     * Adds jobs that read the store and the data folder every 15 seconds, and chains and budgets every minute.
     *
     * @param budget lamports for creations, of each tenant and day
     * @param files of the store in the data folder; none if the store is elsewhere
     */
    public Workers.Builder reading(
            Workers.Builder workers,
            Engines services,
            JournalStore store,
            Map<Network, Chain> chains,
            BaseUnits budget,
            Path dataDir,
            Seq<String> files) {
        Seq<String> topics = Array.ofAll(services.work()).appendAll(services.webhooks().map(WebhookService::attempts)).map(TopicWork::topic);
        StoreReadings waiting = new StoreReadings(store, clock, topics, meters);
        FolderReadings folder = new FolderReadings(dataDir, files, meters);
        Seq<ChainReadings> networks = chains.toArray().map(chain -> new ChainReadings(
                chain._1, chain._2, clock, services.feePayers().get(chain._1).get(), meters));
        Seq<BudgetReadings> budgets =
                chains.keySet().toArray().map(network -> new BudgetReadings(network, store.journal(), clock, budget, meters));
        Workers.Builder reading = workers.repeating("store-metrics", looking(waiting::look), STORE_EVERY)
                .repeating("folder-metrics", looking(folder::look), STORE_EVERY)
                .repeating("budget-metrics", looking(() -> budgets.forEach(BudgetReadings::look)), CHAINS_EVERY);
        return networks.isEmpty()
                ? reading
                : reading.repeating("chain-metrics", looking(() -> networks.forEach(ChainReadings::look)), CHAINS_EVERY);
    }

    private static BooleanSupplier looking(Runnable look) {
        return () -> {
            look.run();
            return false;
        };
    }
}
