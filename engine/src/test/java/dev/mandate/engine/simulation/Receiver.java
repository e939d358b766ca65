package dev.mandate.engine.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Receives webhooks. While it is bad, half of the requests fail, some of them after they were taken. */
final class Receiver implements WebhookSender {

    private static final int OK = 204;
    private static final int FAILED = 500;

    private final RandomGenerator random;
    private boolean isBad;
    /** In the order of their first arrival. */
    private final Set<String> arrived = new LinkedHashSet<>();
    /** What was taken, and in which step. */
    private final Map<String, Integer> taken = new LinkedHashMap<>();
    private int attempts;
    private int step;
    private final Set<Integer> crashed;
    private final Consumer<String> violations;

    /** @param crashed steps in which an instance crashed */
    Receiver(RandomGenerator random, Set<Integer> crashed, Consumer<String> violations) {
        this.random = random;
        this.crashed = crashed;
        this.violations = violations;
    }

    void become(boolean bad) {
        isBad = bad;
    }

    void atStep(int number) {
        step = number;
    }

    @Override
    public boolean allows(WebhookUrl url) {
        return true;
    }

    @Override
    public Option<Sent> send(Message message) {
        Option<Integer> before = Option.of(taken.get(message.id()));
        before.filter(at -> !crashed.contains(at))
                .forEach(at -> violations.accept(message + " is sent again, and was taken in step " + at));
        attempts++;
        arrived.add(message.id());
        boolean isTaken = !isBad || random.nextBoolean();
        if (isTaken) {
            taken.put(message.id(), step);
        }
        return Option.some(new Sent(
                new WebhookAttempt(
                        message.at(), Option.some(isTaken ? OK : FAILED), 1, Option.when(!isTaken, WebhookAttempt.Fault.STATUS)),
                Option.none()));
    }

    /** What was sent from a journal that is lost may be sent again. */
    void forget() {
        arrived.clear();
        taken.clear();
    }

    /** Whether something has arrived and is to be sent again. */
    boolean waits() {
        return arrived.size() > taken.size();
    }

    int arrivals() {
        return attempts;
    }

    private boolean hasTaken(CustodyEvent event) {
        return taken.containsKey(event.id().text());
    }

    /** Each event was taken, and those of an account arrived in their order. */
    void requireAll(Array<CustodyEvent> events) {
        assertEquals(Array.empty(), events.reject(this::hasTaken), "the webhook has not taken");
        assertEquals(events.map(event -> event.id().text()).toSet(), Array.ofAll(arrived).toSet(), "what arrived");
        Array<String> order = Array.ofAll(arrived);
        events.groupBy(CustodyEvent::account).forEach((account, own) -> {
            Array<String> expected = own.map(event -> event.id().text());
            assertEquals(expected, order.filter(expected.toSet()::contains), "the order of arrivals of " + account);
        });
    }
}
