package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.Lease;
import dev.mandate.ports.spi.outbox.LeaseLost;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.outbox.Outbox;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Workers that fail, throw, die and dawdle in any order: what is sent arrives, each stream's in order, and nothing is lost. */
class OutboxWorkProperties {

    enum Fate {
        DELIVERED,
        FAILED,
        REFUSED,
        THROWN,
        DEAD_BEFORE,
        DEAD_AFTER,
        /** So slow that another worker takes the message meanwhile. */
        OUTLIVED
    }

    /** One step of one worker, and how much later it is then. */
    record Step(Fate fate, long seconds) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(Arbitraries.of(Fate.class), Arbitraries.longs().between(0, 60))
                .as(Step::new)
                .list()
                .ofMaxSize(40);
    }

    /** What the outside world saw. */
    private static final class World {
        private final WorkerFixture post = new WorkerFixture();
        private final Set<Long> arrived = new HashSet<>();
        private final Map<StreamId, Long> lastNumber = new HashMap<>();
        private final Map<Long, Long> lastToken = new HashMap<>();
        private final List<Long> firstArrivals = new ArrayList<>();

        /** Every handing over, whatever came of it: never an earlier message after a later one, never an older token. */
        void handed(Delivery delivery) {
            long number = delivery.message().number();
            Long earlier = lastNumber.put(delivery.message().message().stream(), number);
            assertTrue(earlier == null || earlier <= number, () -> "message " + number + " after " + earlier);
            Long token = lastToken.put(number, delivery.lease().token());
            assertTrue(token == null || token < delivery.lease().token(), () -> "token " + delivery.lease());
        }

        void arrive(Delivery delivery) {
            if (arrived.add(delivery.message().number())) {
                firstArrivals.add(delivery.message().number());
            }
        }

        OutboxWork worker(Outbox outbox, Fate fate) {
            return new OutboxWork(outbox, "mail", delivery -> meet(delivery, fate), WorkerFixture.TERMS, post.surroundings());
        }

        private Option<DeliveryFailure> meet(Delivery delivery, Fate fate) {
            handed(delivery);
            return switch (fate) {
                case DELIVERED, DEAD_AFTER -> {
                    arrive(delivery);
                    yield Option.none();
                }
                case FAILED, DEAD_BEFORE -> Option.some(new DeliveryFailure.Transient("too busy"));
                case REFUSED -> Option.some(new DeliveryFailure.Permanent("no such user"));
                case THROWN -> throw new IllegalStateException("careless");
                case OUTLIVED -> {
                    post.pass(WorkerFixture.LEASE_SECONDS);
                    step(Fate.DELIVERED);
                    arrive(delivery);
                    yield Option.none();
                }
            };
        }

        void step(Fate fate) {
            boolean dies = fate == Fate.DEAD_BEFORE || fate == Fate.DEAD_AFTER;
            Outbox outbox = post.store.outbox();
            try {
                Work.Progress unused = worker(dies ? new Unsettled(outbox) : outbox, fate).step();
            } catch (Death dead) {
                // and nobody heard of it
            }
        }
    }

    @Property
    void everyMessageArrivesInOrderDespiteWorkerFaults(@ForAll("steps") List<Step> steps) {
        World world = new World();
        world.post.send("alice", "a1", "a2", "a3");
        world.post.send("bob", "b1", "b2");
        for (Step step : steps) {
            world.step(step.fate());
            world.post.pass(step.seconds());
        }
        while (!world.post.open().isEmpty()) {
            world.post.pass(60);
            world.post.dead().forEach(letter -> assertEquals(
                    Option.none(), world.post.store.outbox().retry(letter.message().number(), world.post.now())));
            world.step(Fate.DELIVERED);
        }
        assertEquals(Array.of(1L, 2L, 3L, 4L, 5L), Array.ofAll(world.arrived).sorted());
        Array<Long> order = Array.ofAll(world.firstArrivals);
        assertEquals(Array.of(1L, 2L, 3L), order.filter(number -> number <= 3));
        assertEquals(Array.of(4L, 5L), order.filter(number -> number > 3));
    }

    /** The process is gone before it can say what came of a try. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** An outbox whose worker dies before it settles anything. */
    private record Unsettled(Outbox outbox) implements Outbox {

        @Override
        public Option<Delivery> claim(Claim claim) {
            return outbox.claim(claim);
        }

        @Override
        public Option<LeaseLost> done(Lease lease) {
            throw new Death();
        }

        @Override
        public Option<LeaseLost> failed(Lease lease, String reason, UnixTime nextAttempt) {
            throw new Death();
        }

        @Override
        public Option<LeaseLost> bury(Lease lease, String reason, UnixTime now) {
            throw new Death();
        }

        @Override
        public Page<DeadLetter> deadLetters(long afterNumber, int limit) {
            return outbox.deadLetters(afterNumber, limit);
        }

        @Override
        public Page<WaitingMessage> waiting(String topic, long afterNumber, int limit) {
            return outbox.waiting(topic, afterNumber, limit);
        }

        @Override
        public Option<NoDeadLetter> retry(long number, UnixTime now) {
            return outbox.retry(number, now);
        }

        @Override
        public Option<NoDeadLetter> discard(long number) {
            return outbox.discard(number);
        }

        @Override
        public Page<RecordedMessage> open(long afterNumber, int limit) {
            return outbox.open(afterNumber, limit);
        }
    }
}
