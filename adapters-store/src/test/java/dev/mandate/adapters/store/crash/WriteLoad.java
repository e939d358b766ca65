package dev.mandate.adapters.store.crash;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.keys.TestLogSigner;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Threads that write to a store, each to its own stream, one thread that delivers messages and one that signs checkpoints. They
 * print what the store acknowledged: {@code ack THREAD VERSION} for a commit that took effect, {@code delivered THREAD VERSION}
 * for a message that is about to be settled, {@code signed NUMBER} for a checkpoint. If the store is unavailable, they act on
 * the exception's effect and continue.
 */
public final class WriteLoad {

    /** How many threads write. */
    public static final int THREADS = 8;

    private static final UnixTime NEVER = new UnixTime(Long.MAX_VALUE);
    private static final int PAUSE_MILLIS = 20;

    private final JournalStore store;
    private final int first;
    private final Consumer<String> listener;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    /**
     * Load on {@code store}.
     *
     * @param first the number of its first thread; those of others at the same time must be {@link #THREADS} away
     */
    public WriteLoad(JournalStore store, int first, Consumer<String> listener) {
        this.store = store;
        this.first = first;
        this.listener = listener;
    }

    static StreamId stream(int thread) {
        return new StreamId("account", "own-" + thread);
    }

    static Payload payload(int thread, long version) {
        return new Payload("text", 1, thread + " " + version);
    }

    static String text(Payload payload) {
        return payload.content();
    }

    static RequestKey key(int thread, long version) {
        return new RequestKey("thread-" + thread, Long.toString(version));
    }

    /** Who signs the checkpoints. */
    static TestLogSigner signer() {
        return new TestLogSigner("log");
    }

    private static UnixTime now() {
        return new UnixTime(System.currentTimeMillis() / 1000);
    }

    /** Begins. */
    public void start() {
        for (int i = 0; i < THREADS; i++) {
            int thread = first + i;
            threads.add(Thread.ofPlatform().start(() -> write(thread)));
        }
        threads.add(Thread.ofPlatform().start(this::deliver));
        threads.add(Thread.ofPlatform().start(this::sign));
    }

    /** Has every thread end once its commit is settled. */
    public void stop() throws InterruptedException {
        stopping = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void write(int thread) {
        long version = untilAvailable(() -> store.journal().version(stream(thread)));
        while (!stopping) {
            Payload next = payload(thread, version + 1);
            if (!isCommitted(thread, version, next)) {
                return;
            }
            version++;
            listener.accept("ack " + text(next));
        }
    }

    private boolean isCommitted(int thread, long version, Payload next) {
        boolean mayBeDone = false;
        while (true) {
            try {
                Either<CommitRefused, Committed> outcome = store.journal()
                        .commit(Commit.at(now())
                                .append(stream(thread), version, next)
                                .change(new RowChange.Put(new RowKey("latest", stream(thread).id()), next))
                                .answering(new IdempotencyRecord(key(thread, version + 1), Bytes32.ZERO, next, NEVER))
                                .sending(new OutboxMessage("mail", new Tenant("acme"), stream(thread), next)));
                // What is unknown may take effect later than somebody looks. Its key tells, once it is tried again.
                if (mayBeDone && outcome.swap().exists(CommitRefused.AlreadyAnswered.class::isInstance)) {
                    return true;
                }
                outcome.swap().forEach(refused -> listener.accept("refused " + refused));
                return outcome.isRight();
            } catch (JournalUnavailableException e) {
                // Who is told that it had no effect tries again, and would be refused if it had.
                mayBeDone |= e.effect() == Effect.UNKNOWN;
                if (mayBeDone && untilAvailable(() -> store.journal().version(stream(thread))) > version) {
                    return true;
                }
                pause();
            }
        }
    }

    private void deliver() {
        while (!stopping) {
            try {
                for (Delivery delivery : store.outbox().claim(Claim.of("mail", now(), 1))) {
                    listener.accept("delivered " + text(delivery.message().message().payload()));
                    if (store.outbox().done(delivery.lease()).isDefined()) {
                        listener.accept("late " + delivery);
                    }
                }
            } catch (JournalUnavailableException e) {
                pause();
            }
        }
    }

    private void sign() {
        Checkpointer checkpointer = new Checkpointer(store.journal(), store.checkpoints(), signer());
        while (!stopping) {
            try {
                listener.accept(checkpointer.signNext(now()).fold(
                        outOfTurn -> "overtaken",
                        signed -> signed.map(next -> "signed " + next.checkpoint().number()).getOrElse("signed")));
            } catch (JournalUnavailableException e) {
                // the next one covers what this one would have
            }
            pause();
        }
    }

    private static <T> T untilAvailable(Supplier<T> question) {
        while (true) {
            try {
                return question.get();
            } catch (JournalUnavailableException e) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts", e);
        }
    }
}
