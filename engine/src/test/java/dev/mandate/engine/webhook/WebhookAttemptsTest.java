package dev.mandate.engine.webhook;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.webhook.WebhookSecrets;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.webhook.WebhookRows.Delivered;
import dev.mandate.ports.api.events.EventId;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.webhook.Webhook;
import dev.mandate.ports.api.webhook.WebhookDelivery;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.api.webhook.Webhooks;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class WebhookAttemptsTest extends WebhookFixture {

    private static final Array<Long> SCHEDULE = Array.of(0L, 5L, 5 * 60L, 30 * 60L, 2 * 3_600L, 5 * 3_600L, 10 * 3_600L, 14 * 3_600L, 20 * 3_600L, 24 * 3_600L);
    private static final long DAY = 24 * 3_600;

    /** Why a test in a test is refused. */
    private Option<WebhookRefusal> second = Option.none();

    @Test
    void whatFailsIsRepeatedByTheScheduleAndThenADeadLetter() {
        happens();
        untilTheEnd();

        Array<Long> pauses = received.zip(received.prepend(new Received(START, ""))).map(pair -> pair._1.at().secondsSince(pair._2.at()));
        assertEquals(SCHEDULE, pauses);
        assertEquals(1, received.map(Received::id).distinct().length());
        assertEquals(WebhookDelivery.Status.DEAD, deliveries().single().status());
        assertEquals(10, deliveries().single().attempts().length());
        assertEquals(1, journal.outbox().deadLetters(0, 10).items().length());
    }

    @Test
    void anAttemptThatAStopBreaksOffDoesNotCount() {
        status = 200;
        isStopping = true;
        happens();
        Array.range(0, 5).forEach(stop -> {
            now = now.plusSeconds(31);
            work();
        });
        assertEquals(Array.empty(), deliveries().flatMap(WebhookDelivery::attempts));
        isStopping = false;
        now = now.plusSeconds(31);
        work();

        assertEquals(1, deliveries().single().attempts().length());
        assertEquals(WebhookDelivery.Status.DELIVERED, deliveries().single().status());
    }

    @Test
    void theOldestEventCountsUntilItsDelivery() {
        assertEquals(0, undeliveredSeconds());
        happens();
        now = now.plusSeconds(1);
        assertEquals(1, undeliveredSeconds(), "not handed over");
        var unused = service.step();
        assertEquals(1, undeliveredSeconds(), "handed over");
        work();
        now = now.plusSeconds(2);
        happens();
        assertEquals(3, undeliveredSeconds(), "to be tried again");
        status = 200;
        now = now.plusSeconds(5);
        work();
        assertEquals(0, undeliveredSeconds());
        now = now.plusSeconds(2);
        var begun = webhooks.replay(made.id(), 0).get();
        assertEquals(0, undeliveredSeconds(), () -> "sent again to " + begun);
    }

    @Test
    void whatARemovedWebhookDidNotTakeIsNotWaitedFor() {
        happens();
        work();
        now = now.plusSeconds(3);
        assertEquals(3, undeliveredSeconds());

        var removed = webhooks.remove(made.id()).get();

        assertEquals(0, undeliveredSeconds(), () -> "of " + removed);
    }

    private long undeliveredSeconds() {
        service.look();
        return service.oldestUndeliveredSeconds();
    }

    @Test
    void aReceiverThatAsksForTimeGetsItAndLosesNothing() {
        status = 429;
        retryAfter = Option.some(120L);
        happens();
        work();
        happens();
        work();
        assertEquals(1, received.length(), "the second event waits, too");

        status = 200;
        now = now.plusSeconds(121);
        work();

        assertEquals(3, received.length());
        assertTrue(deliveries().forAll(delivery -> delivery.status() == WebhookDelivery.Status.DELIVERED), () -> deliveries().toString());
    }

    @Test
    void fiveDaysWithoutASuccessDisableIt() {
        happens();
        untilTheEnd();
        now = START.plusSeconds(5 * DAY);
        happens();
        work();

        assertEquals(
                new Webhook.Status.Disabled(Webhook.Status.Reason.FAILING, now), webhooks.find(made.id()).get().status());
        now = now.plusSeconds(DAY);
        work();
        assertEquals(11, received.length(), "nothing more is sent");
    }

    @Test
    void oneSuccessInFiveDaysKeepsIt() {
        happens();
        untilTheEnd();
        status = 200;
        now = START.plusSeconds(4 * DAY);
        happens();
        work();
        status = 500;
        now = START.plusSeconds(6 * DAY);
        happens();
        work();

        assertTrue(webhooks.find(made.id()).get().isEnabled());
    }

    /** A worker that dies after the attempt leaves its message behind; two instances may hand over the same. */
    @Test
    void whatIsHandedOverTwiceIsSentOnce() {
        status = 200;
        happens();
        Array.of(service, other).map(WebhookService::step).forEach(more -> assertEquals(false, more));
        Delivery first = claimed().get();
        assertEquals(Option.none(), handled(first));
        assertEquals(Option.none(), handled(first));
        settle(first, Option.none());
        work();

        assertEquals(1, received.length());
    }

    @Test
    void whatHappenedBeforeItWasMadeIsNotSentUnlessItIsReplayed() {
        status = 200;
        happens();
        happens();
        Webhook second = webhooks.create(made.terms()).get().webhook();
        work();
        assertEquals(2, received.length());

        var unused = webhooks.replay(second.id(), 0).get();
        work();

        assertEquals(4, received.length());
        assertEquals(2, received.map(Received::id).distinct().length());
    }

    @Test
    void whatIsToldOfDeliveriesIsRemovedInTime() {
        status = 200;
        happens();
        work();
        assertEquals(false, service.prune(now));
        assertEquals(1, deliveries().length());
        assertEquals(false, service.prune(now.plusSeconds(1)));

        assertEquals(0, deliveries().length());
    }

    @Test
    void aDeadLetterThatIsReplayedIsRepeatedByTheSchedule() {
        happens();
        untilTheEnd();
        var unused = webhooks.replay(made.id(), 0).get();
        work();
        status = 200;
        now = next().get();
        work();

        assertEquals(12, received.length());
        assertEquals(WebhookDelivery.Status.DELIVERED, deliveries().single().status());
    }

    @Test
    void anEventThatIsNotProjectedYetIsWaitedFor() throws InterruptedException {
        status = 200;
        happens();
        var unused = other.step();
        isProjecting = true;
        Delivery delivery = claimed().get();
        Option<DeliveryFailure> failure = other.attempts().handler().deliver(delivery);
        isProjecting = false;

        assertTrue(failure.get() instanceof DeliveryFailure.Waiting, failure.toString());
        settle(delivery, failure);
        now = now.plusSeconds(6);
        work();
        assertEquals(WebhookDelivery.Status.DELIVERED, deliveries().single().status());
    }

    @Test
    void aTenantTestsOneWebhookAtATime() {
        meanwhile = () -> {
            meanwhile = () -> {};
            second = webhooks.test(made.id()).swap().toOption();
        };
        assertTrue(webhooks.test(made.id()).isRight());

        assertEquals(Option.some(new WebhookRefusal.Testing()), second);
        assertTrue(webhooks.test(made.id()).isRight());
    }

    private Delivered delivered(WebhookDelivery.Status in) {
        return new Delivered(new EventId("evt_" + "0".repeat(32)), EventType.API_KEY_CREATED, in, Array.empty(), now, Option.none());
    }

    private void recorded(int first, int count, WebhookDelivery.Status in) {
        Array.range(first, first + count).grouped(500).forEach(some -> {
            var unused = journal.commit(some.foldLeft(Commit.at(now), (commit, position) -> commit.change(
                            WebhookRows.DELIVERIES.put(WebhookRows.key(ACME, made.id(), position), delivered(in)))))
                    .get();
        });
    }

    private void prune() {
        boolean more = true;
        while (more) {
            more = service.prune(now.plusSeconds(1));
        }
    }

    @Test
    void pruningGoesOnBehindWhatIsPending() {
        recorded(1, 500, WebhookDelivery.Status.PENDING);
        recorded(501, 1, WebhookDelivery.Status.DELIVERED);
        prune();

        assertEquals(0, webhooks.deliveries(made.id(), Option.some(WebhookDelivery.Status.DELIVERED), 0, 10).get().items().length());
        assertEquals(100, deliveries().length());
    }

    @Test
    void deliveriesOfARemovedWebhookArePrunedAndNobodyLooksAtItAnyMore() {
        recorded(1, 500, WebhookDelivery.Status.PENDING);
        var unused = webhooks.remove(made.id()).get();
        prune();

        assertEquals(Array.empty(), Array.ofAll(WebhookRows.DELIVERIES.page(journal, "", Option.none(), 10).items()));
        assertEquals(Array.empty(), Array.ofAll(WebhookRows.LIVING.page(journal, "", Option.none(), 10).items()));
    }

    @Test
    void aCallLooksAtSomeDeliveriesAndTheNextGoesOn() {
        recorded(1, 3_500, WebhookDelivery.Status.DELIVERED);
        recorded(3_501, 1, WebhookDelivery.Status.DEAD);
        Webhooks.Deliveries first = webhooks.deliveries(made.id(), Option.some(WebhookDelivery.Status.DEAD), 0, 10).get();
        Webhooks.Deliveries next = webhooks.deliveries(made.id(), Option.some(WebhookDelivery.Status.DEAD), first.next().get(), 10).get();

        assertEquals(0, first.items().length());
        assertEquals(3_501, next.items().single().position());
        assertEquals(Option.none(), next.next());
    }

    /** Secrets of an operator whose secret was replaced {@code replacedAt}. */
    private record Replaced(String name, UnixTime replacedAt) implements WebhookSecrets {

        @Override
        public Bytes32 of(String webhook) {
            return Sha256.of(name + webhook);
        }

        @Override
        public Array<WebhookSecrets> madeBetween(UnixTime first, UnixTime last) {
            Array<WebhookSecrets> newer = last.isBefore(replacedAt) ? Array.empty() : Array.of(this);
            return first.isBefore(replacedAt) ? newer.append(webhook -> Sha256.of("former " + webhook)) : newer;
        }
    }

    private static Array<String> signing(WebhookPorts ports, WebhookRecord webhook, UnixTime at) {
        return WebhookAttempts.message(ports, ACME, webhook, "evt_1", at, Bytes.EMPTY).secrets();
    }

    /** Its receiver knows the secret of before, until the tenant has it rotated. */
    @Test
    void aWebhookKeepsItsSecretWhenTheOperatorsIsReplaced() {
        WebhookRecord first = WebhookRecord.evolve(
                Option.none(),
                new WebhookRecord.Event.Made(made.id(), WebhookRecord.Terms.of(made.terms()), START));
        WebhookPorts replaced = new WebhookPorts(receiver, new Replaced("new ", START.plusSeconds(100)), bodies, attempt -> {});
        WebhookPorts never = new WebhookPorts(receiver, name -> Sha256.of("former " + name), bodies, attempt -> {});
        WebhookRecord second = WebhookRecord.evolve(Option.some(first), new WebhookRecord.Event.SecretRotated(START.plusSeconds(200)));

        Array<String> before = signing(never, first, START.plusSeconds(150));
        Array<String> overlap = signing(replaced, second, START.plusSeconds(300));

        assertEquals(before, signing(replaced, first, START.plusSeconds(150)));
        assertEquals(WebhookAttempts.secret(replaced, ACME, second), overlap.head());
        assertTrue(overlap.containsAll(before));
        assertFalse(signing(replaced, second, START.plusSeconds(200 + WebhookRecord.OLD_SECRET_SECONDS)).containsAll(before));
    }
}
