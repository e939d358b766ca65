package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One worker, and a chain that takes two seconds of its own clock and of the server's for each answer. */
class FairTurnsTest {

    private static final SubmissionSubject OTHER =
            new SubmissionSubject(new Tenant("bolt"), Network.DEVNET, SubmissionFixture.SUBJECT.account(), Array.empty());
    private static final int PAYMENTS = 1_000;

    private final SubmissionFixture fixture = new SubmissionFixture();

    private Line slow(Line line) {
        fixture.now = fixture.now.plusSeconds(2);
        fixture.chain.advance(2);
        return line;
    }

    private FaultyChain line(Line line) {
        return new FaultyChain(fixture.chain, ProcessFault.never(), () -> slow(line), bytes -> {});
    }

    @Test
    void aTenantWithAThousandSubmissionsDoesNotKeepAnothersFromBeingSentAgainInTime() throws InterruptedException {
        Array<SubmissionRecord> many = Array.rangeClosed(1, PAYMENTS).map(fixture::payment);
        SubmissionRecord payment = fixture.payment(OTHER, PAYMENTS + 1);
        assertInstanceOf(Progress.Open.class, fixture.driver(line(Line.LOST), fixture.journal).drive(payment));
        CountDownLatch over = new CountDownLatch(1);
        SubmissionDriver good = fixture.driver(line(Line.GOOD), fixture.journal);
        SubmissionDriver others = fixture.driver(line(Line.GOOD), fixture.journal, OTHER);
        SubmissionWork work = new SubmissionWork(
                fixture.journal, (tenant, network) -> Option.some(tenant.equals(OTHER.tenant()) ? others : good), ended -> {
                    if (ended.id().equals(payment.id())) {
                        over.countDown();
                    }
                    return Option.none();
                });
        DeliveryTerms oneWorker = new DeliveryTerms(SubmissionWork.TERMS.retry(), 60, 1, Duration.ofMillis(1));

        try (Workers workers = Workers.on(fixture.journal, new WorkerContext(() -> fixture.now, () -> -1L, reported -> {}))
                .delivering(SubmissionRepository.TOPIC, work, oneWorker)
                .start()) {
            assertTrue(over.await(60, TimeUnit.SECONDS), "its end was never told");
            workers.stop(Duration.ofSeconds(10));
        }

        assertInstanceOf(SubmissionState.Confirmed.class, fixture.state(payment));
        int waiting = many.count(one -> !(fixture.state(one) instanceof SubmissionState.Final));
        assertTrue(waiting > PAYMENTS / 2, () -> "only " + waiting + " were still waiting");
    }
}
