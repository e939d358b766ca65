package dev.mandate.engine.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Signature;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.transfer.Transfer;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** What has to hold once all faults are over and all work is done. */
record Promises(World world, Clients clients) {

    void require() {
        TenantService service = world.instances().head().running().service();
        if (world.isRestored()) {
            requireTold(service);
        } else {
            requirePaid(service);
            requireKept(service);
            requireEvents();
        }
        clients.limits().require(service, clients.uses());
        for (Instance instance : world.instances()) {
            AuditTrust trust = new AuditTrust(Option.none(), Option.none(), Option.none(), instance.anchor().read());
            assertEquals(
                    Array.empty(),
                    LogVerifier.verify(world.store().audit(), Engines.projections(), trust, world::now).findings(),
                    "what verify-log finds");
        }
    }

    /** After a loss of commits. What was paid stays paid, and what was told is true. */
    private void requireTold(TenantService service) {
        long received = world.received();
        clients.payments().forEach(payment -> {
            long times = payment.timesPaid(received);
            assertTrue(payment.way() == Payment.Way.KEPT_KEY ? times <= 1 : times == 1, () -> "times that it was paid after a loss: " + times + ", " + payment);
        });
        clients.told().forEach(clients::requireTrue);
        clients.acknowledged().flatMap(service::submission).forEach(kept ->
                assertEquals(clients.told().getOrDefault(kept.signature(), kept.state()), kept.state(), "what was told before, and what is told now"));
    }

    private void requirePaid(TenantService service) {
        long received = world.received();
        clients.payments().forEach(payment -> assertEquals(1, payment.timesPaid(received), () -> "times that it was paid: " + payment));
        assertEquals(Option.some((long) clients.accountsOrdered()), world.accountsPaid(), "accounts that the operator paid for");
        assertEquals(1 + clients.accountsOrdered(), service.accounts(100).items().length(), "accounts");
        clients.creations().forEach(creation -> assertTrue(
                service.account(creation.account().address()).isRight(), () -> "an account that was ordered is not there: " + creation));
    }

    private void requireKept(TenantService service) {
        clients.told().forEach(clients::requireTrue);
        clients.acknowledged().forEach(id -> {
            Submission kept = service.submission(id).getOrElseThrow(() -> new AssertionError("a submission is lost: " + id));
            assertTrue(Clients.isFinal(kept.state()), () -> "a submission has no end: " + kept);
            Submission.State before = clients.told().getOrDefault(kept.signature(), kept.state());
            assertEquals(before, kept.state(), "what was told before, and what is told now");
        });
        assertTrue(world.mailbox().challenges() <= clients.signIns(), "more codes than requests");
        // The mail of a code that has expired is not sent.
        clients.challenges().forEach(started -> assertTrue(
                world.mailbox().hasTaken(started.challenge()) || !world.quietSince().isBefore(started.expiresAt()),
                "a mail is lost"));
    }

    private void requireEvents() {
        Array<CustodyEvent> all = feed();
        world.receiver().requireAll(all.filter(event -> event.position() > world.webhookAt()));
        all.filter(event -> event.account().isDefined())
                .groupBy(CustodyEvent::account)
                .forEach((of, own) -> assertEquals(
                        Array.rangeClosed(1L, (long) own.length()), own.flatMap(CustodyEvent::accountPosition), "positions of " + of));
        Array.rangeClosed(1, world.deposits()).forEach(deposit -> assertTrue(
                told(all, deposit) == 1 || (!world.hasLanded(deposit) && told(all, deposit) == 0), "how often a deposit was told"));
        Array<EventData.Transferred> moved = all.flatMap(event ->
                event.data() instanceof EventData.Transferred transfer && !world.wasTakenBack(transfer.transfer().signature()) ? Option.some(transfer) : Option.none());
        assertEquals(moved.distinct(), moved, "a transfer is told again");
        all.flatMap(event -> event.data() instanceof EventData.Transferred(EventType type, var transfer) && type == EventType.TRANSFER_FINALIZED
                        ? Option.some(transfer.signature())
                        : Option.none())
                .forEach(transfer -> assertTrue(hasSucceeded(transfer), () -> "fork: told as final, and gone: " + transfer));
        assertEquals(Array.empty(), untoldDrops(all), "fork: told, and gone, and its drop is not told");
        assertEquals(world.lamports(world.account()), finalBalance(all), "what the account has, and what was told to be final");
        Array<Submission> ends = all.flatMap(event -> event.data() instanceof EventData.SubmissionChanged(var type, var submission)
                        && type != EventType.SUBMISSION_SENT
                        && type != EventType.SUBMISSION_STUCK
                ? Option.some(submission)
                : Option.none());
        ends.forEach(end -> clients.requireTrue(end.signature(), end.state()));
        clients.acknowledged().forEach(id -> assertEquals(1, ends.count(end -> end.id().equals(id)), "how often an end was told"));
    }

    private long finalBalance(Array<CustodyEvent> all) {
        return all.filter(event -> event.account().contains(world.account()))
                .flatMap(event -> event.data() instanceof EventData.Transferred(EventType type, var transfer) && type == EventType.TRANSFER_FINALIZED
                        ? Option.some(transfer)
                        : Option.none())
                .map(transfer -> (transfer.direction() == Transfer.Direction.INFLOW ? 1 : -1) * transfer.movement().amount().bits())
                .sum()
                .longValue();
    }

    private boolean hasSucceeded(Signature signature) {
        return world.landed(signature).exists(status -> status.failure().isEmpty());
    }

    /** Transactions of the account that were told, that a fork took back, and whose drop was not told afterwards. */
    private Array<EventData.TransactionChanged> untoldDrops(Array<CustodyEvent> all) {
        return all.filter(event -> event.data() instanceof EventData.TransactionChanged change
                        && change.type() != EventType.TRANSACTION_DROPPED
                        && change.signature().exists(signature -> world.wasTakenBack(signature) && !hasSucceeded(signature)))
                .filter(event -> isDropped(all, event).isEmpty())
                .map(event -> (EventData.TransactionChanged) event.data());
    }

    private static Option<CustodyEvent> isDropped(Array<CustodyEvent> all, CustodyEvent told) {
        return all.find(event -> event.position() > told.position()
                && event.account().equals(told.account())
                && event.data() instanceof EventData.TransactionChanged change
                && change.type() == EventType.TRANSACTION_DROPPED
                && change.index() == ((EventData.TransactionChanged) told.data()).index());
    }

    /** A history that was not there is waited for, so a deposit may be told late. So is the drop of what was told. */
    boolean areTold() {
        Array<CustodyEvent> all = feed();
        return Array.rangeClosed(1, world.deposits()).forAll(deposit -> told(all, deposit) > 0 || !world.hasLanded(deposit))
                && untoldDrops(all).isEmpty()
                && finalBalance(all) == world.lamports(world.account());
    }

    /** Whether events told what {@code signature} did and then that it is gone; or did not tell of it, since it was gone before the account was looked at. */
    boolean isDropHeard(Signature signature) {
        Array<CustodyEvent> all = feed();
        Array<CustodyEvent> told =
                all.filter(event -> event.data() instanceof EventData.TransactionChanged change && change.signature().contains(signature));
        return told.forAll(event -> isDropped(all, event).isDefined());
    }

    private static int told(Array<CustodyEvent> all, int deposit) {
        return all.count(event -> event.data() instanceof EventData.Transferred(EventType type, var transfer)
                && type == EventType.TRANSFER_IN
                && transfer.movement().amount().equals(World.deposit(deposit)));
    }

    private Array<CustodyEvent> feed() {
        Array<CustodyEvent> all = Array.empty();
        EventFeed feed = world.instances().head().running().engines().events(World.CALLER.tenant());
        EventPage page;
        long position = 0;
        do {
            page = feed.page(new EventQuery(position, EventQuery.MAX_LIMIT)).get();
            all = all.appendAll(page.events());
            position = page.position();
        } while (page.hasMore());
        return all;
    }
}
