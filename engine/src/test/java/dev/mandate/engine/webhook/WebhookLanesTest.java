package dev.mandate.engine.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.webhook.WebhookLanes.Reason;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.webhook.WebhookRefusal;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class WebhookLanesTest extends WebhookFixture {

    private int inOutbox() {
        return journal.open(0, 100).items().length();
    }

    private void happens(int times) {
        for (int time = 0; time < times; time++) {
            happens();
        }
    }

    private void deliver() {
        Delivery delivery = claimed().get();
        settle(delivery, handled(delivery));
    }

    private Array<String> ids() {
        return received.map(Received::id);
    }

    @Test
    void ofALaneOneEventAtATimeIsInTheOutbox() {
        status = 200;
        happens(20);
        var unused = service.step();
        assertEquals(1, inOutbox());
        deliver();
        assertEquals(1, inOutbox());
        work();

        assertEquals(deliveries().map(delivery -> delivery.event().text()), ids());
        assertEquals(20, ids().length());
        assertEquals(0, inOutbox());
    }

    /** Another instance adds an event while an attempt for the last one is made. */
    @Test
    void whatIsAddedDuringAnAttemptIsHandedOverAfterIt() {
        status = 200;
        happens();
        var unused = service.step();
        meanwhile = () -> {
            meanwhile = () -> {};
            happens();
            var unusedStep = other.step();
        };
        while (inOutbox() > 0) {
            deliver();
        }

        assertEquals(2, ids().length());
    }

    /** Another instance adds an event when the lane seems to be empty, and before it is free. */
    @Test
    void whatIsAddedWhileALaneBecomesFreeIsHandedOver() {
        happens();
        var unused = service.step();
        meanwhile = () -> {
            meanwhile = () -> {};
            happens();
            var unusedStep = other.step();
        };
        Journal interrupted = (Journal) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Journal.class}, (self, method, given) -> {
            if (method.getName().equals("commit")) {
                meanwhile.run();
            }
            return method.invoke(journal, given);
        });
        long position = engines.events(ACME).page(new EventQuery(0, 1)).get().position();
        new WebhookLanes(interrupted, () -> now).done(WebhookRows.deliveries(ACME, made.id()) + 0, position);

        assertEquals(2, inOutbox());
    }

    /** The instance that added the event stopped before it handed it over. */
    @Test
    void aLostHandOverIsFound() {
        status = 200;
        happens();
        long position = engines.events(ACME).page(new EventQuery(0, 1)).get().position();
        Due due = new Due(ACME, made.id(), position, 1, 0);
        var unused = journal.commit(Commit.at(now)
                        .change(WebhookLanes.waiting(WebhookRows.deliveries(ACME, made.id()) + 0, Reason.HAPPENED, due))
                        .change(WebhookRows.FED.put(ACME.name(), new WebhookRows.Fed(position, now))))
                .get();
        work();

        assertEquals(1, ids().length());
    }

    @Test
    void whatHappensGoesBeforeWhatIsReplayed() {
        status = 200;
        happens(3);
        work();
        var unused = webhooks.replay(made.id(), 0).get();
        deliver();
        happens();
        var unusedStep = service.step();
        work();

        Array<String> first = ids().take(3);
        assertEquals(Array.of(first.get(0), ids().get(4), first.get(1), first.get(2)), ids().drop(3));
        assertEquals(4, ids().distinct().length());
    }

    @Test
    void aWebhookHasOneReplayAtATime() {
        status = 200;
        happens();
        work();
        var unused = webhooks.replay(made.id(), 0).get();
        assertEquals(new WebhookRefusal.Replaying(), webhooks.replay(made.id(), 0).getLeft());
        work();

        assertTrue(webhooks.replay(made.id(), 0).isRight());
    }

    @Test
    void aReplayDoesNotEndBeforeEventsAreProjected() throws InterruptedException {
        status = 200;
        happens(2);
        work();
        var unused = webhooks.replay(made.id(), 0).get();
        isProjecting = true;
        Delivery delivery = claimed().get();
        Option<DeliveryFailure> failure = other.attempts().handler().deliver(delivery);
        isProjecting = false;

        assertTrue(failure.get() instanceof DeliveryFailure.Waiting, failure.toString());
        settle(delivery, failure);
        now = now.plusSeconds(6);
        work();
        assertEquals(4, ids().length());
    }

    @Test
    void aTenantWhoseEventsCantBeReadDelaysNobodyElse() {
        Tenant first = new Tenant("aaa");
        var unused = engines.webhooks(first).get().create(made.terms()).get();
        happens();

        var unreadable = assertThrows(IllegalStateException.class, other::step);

        assertEquals("nothing can be read of " + first, unreadable.getMessage());
        assertEquals(1, inOutbox());
    }
}
