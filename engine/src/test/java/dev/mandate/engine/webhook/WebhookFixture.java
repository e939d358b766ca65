package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.Engines;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.api.webhook.Webhooks;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.webhook.WebhookBodies;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.webhook.WebhookSender;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

/** A tenant with a webhook whose receiver answers as told. */
abstract class WebhookFixture {

    static final Tenant ACME = new Tenant("acme");
    static final UnixTime START = new UnixTime(1_800_000_000);

    final InMemoryJournal journal = new InMemoryJournal();
    UnixTime now = START;
    int status = 500;

    /** What happens while the receiver is waited for. */
    Runnable meanwhile = () -> {};

    Option<Long> retryAfter = Option.none();
    /** Whether each attempt is broken off by a stop of the server. */
    boolean isStopping = false;

    /** When what was sent. */
    record Received(UnixTime at, String id) {}

    Array<Received> received = Array.empty();

    final WebhookSender receiver = new WebhookSender() {
        @Override
        public boolean allows(WebhookUrl url) {
            return true;
        }

        @Override
        public Option<Sent> send(Message message) {
            if (isStopping) {
                return Option.none();
            }
            meanwhile.run();
            received = received.append(new Received(now, message.id()));
            boolean fine = status / 100 == 2;
            return Option.some(new Sent(
                    new WebhookAttempt(now, Option.some(status), 1, Option.when(!fine, WebhookAttempt.Fault.STATUS)), fine ? Option.none() : retryAfter));
        }
    };

    final WebhookBodies bodies = new WebhookBodies() {
        @Override
        public Bytes of(Tenant tenant, CustodyEvent event) {
            return Bytes.of(event.id().text().getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public Bytes test(Webhook webhook, String id, UnixTime at) {
            return Bytes.EMPTY;
        }
    };

    final WebhookPorts ports = new WebhookPorts(receiver, name -> new TestTokenHash().of(name), bodies, attempt -> {});
    final Engines engines = Engines.builder()
            .journal(journal)
            .clock(() -> now)
            .formats(Solana.SQUADS_V4)
            .allowance(new CreationAllowance(BaseUnits.ZERO, 0))
            .webhooks(ports)
            .build();
    final WebhookService service = engines.webhooks().get();
    /** Shows nothing while {@link #isProjecting}; of another tenant it shows nothing ever. */
    boolean isProjecting = false;

    final WebhookService other = new WebhookService(journal, () -> now, ports, this::feed, new SecureRandom());
    final Webhooks webhooks = engines.webhooks(ACME).get();
    final Webhook made = webhooks.create(new Webhook.Terms(WebhookUrl.parse("https://hooks.example/").get(), Array.empty(), Option.none()))
            .get()
            .webhook();
    final TopicWork attempts = service.attempts();

    private EventFeed feed(Tenant tenant) {
        return query -> {
            if (!tenant.equals(ACME)) {
                throw new IllegalStateException("nothing can be read of " + tenant);
            }
            return isProjecting
                    ? Either.right(new EventPage(Array.empty(), query.after(), false))
                    : engines.events(tenant).page(query);
        };
    }

    final void happens() {
        var unused = new ApiKeyRepository(journal, new TestTokenHash(), () -> now, new SecureRandom()).create(ACME, "key", HashSet.of(Scope.READ));
    }

    /** Works until nothing is due. */
    final void work() {
        boolean more = true;
        while (more) {
            more = service.step();
            for (Option<Delivery> next = claimed(); next.isDefined(); next = claimed()) {
                more = true;
                settle(next.get(), handled(next.get()));
            }
        }
    }

    Option<Delivery> claimed() {
        return journal.outbox().claim(Claim.of(attempts.topic(), now, 30));
    }

    Option<DeliveryFailure> handled(Delivery delivery) {
        try {
            return attempts.handler().deliver(delivery);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    final void settle(Delivery delivery, Option<DeliveryFailure> failure) {
        var unused = failure.isEmpty()
                ? journal.outbox().done(delivery.lease())
                : failure.get() instanceof DeliveryFailure.Permanent(String reason)
                        ? journal.outbox().bury(delivery.lease(), reason, now)
                        : journal.outbox().failed(delivery.lease(), failure.get().reason(), now.plusSeconds(5));
    }

    Array<WebhookDelivery> deliveries() {
        return webhooks.deliveries(made.id(), Option.none(), 0, 100).get().items().toArray();
    }

    /** Lets time pass from one attempt to the next, until none is to come. */
    final void untilTheEnd() {
        work();
        for (Option<UnixTime> next = next(); next.isDefined(); next = next()) {
            now = next.get();
            work();
        }
    }

    Option<UnixTime> next() {
        return deliveries().flatMap(WebhookDelivery::nextAttempt).min();
    }
}
