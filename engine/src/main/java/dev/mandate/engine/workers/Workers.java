package dev.mandate.engine.workers;

import dev.mandate.engine.access.KeyUses;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventFeed;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.workers.WorkerEvent;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The background jobs on one store, each on a thread of its own. Stop them after everything that writes to the store, and before the store
 * is closed.
 *
 * <p>Any number of processes may run the same jobs on one store. If one dies, its leases run out.
 */
public final class Workers implements AutoCloseable {

    /** How long {@link #close} waits for current messages. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    /** How often a journal is compared with its anchor. */
    private static final Duration COMPARE_EVERY = Duration.ofSeconds(1);

    private static final Duration PROJECT_EVERY = Duration.ofMillis(250);
    private static final Duration REMOVE_EVENTS_EVERY = Duration.ofMinutes(1);
    /** A topic whose messages need more threads gets virtual ones. */
    private static final int MOST_THREADS = 8;
    /** How often a watcher looks for notices, or for the end of another instance's lease. */
    private static final Duration LOOK_FOR_NEWS = Duration.ofMillis(500);

    /** How long an interrupted worker may take to settle its current message. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

    private final Seq<Job> jobs;
    private final WorkerContext at;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch ended;
    private final Seq<Thread> threads;
    private boolean stopped;

    private Workers(Seq<Job> jobs, WorkerContext at, ThreadFactory factory) {
        this.jobs = jobs;
        this.at = at;
        this.ended = new CountDownLatch(jobs.size());
        this.threads = jobs.map(job -> {
            Thread thread = factory.newThread(() -> run(job));
            thread.setName("mandate-" + job.name());
            return thread;
        });
    }

    /** A builder of workers for {@code store}. */
    public static Builder on(JournalStore store, WorkerContext at) {
        return new Builder(store, at, Array.empty(), Thread.ofPlatform().daemon(true).factory());
    }

    private void run(Job job) {
        try {
            new WorkLoop(job, at, stopping).run();
        } finally {
            ended.countDown();
        }
    }

    /**
     * Ends all workers. They begin nothing new and finish current messages; a worker that takes longer than {@code grace} is interrupted.
     * Then the last checkpoint is signed. Repeating this has no effect.
     */
    public synchronized void stop(Duration grace) {
        if (stopped) {
            return;
        }
        stopped = true;
        stopping.countDown();
        jobs.forEach(job -> job.work().stopping());
        boolean interrupted = Thread.interrupted();
        try {
            if (!ended.await(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                threads.forEach(Thread::interrupt);
                if (!ended.await(AFTER_INTERRUPT.toNanos(), TimeUnit.NANOSECONDS)) {
                    threads.filter(Thread::isAlive)
                            .forEach(thread -> at.tell(new WorkerEvent.NotStopped(thread.getName())));
                }
            }
        } catch (InterruptedException e) {
            interrupted = true;
            threads.forEach(Thread::interrupt);
        }
        jobs.forEach(this::finish);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish(Job job) {
        try {
            job.work().atStop();
        } catch (Throwable e) {
            at.tell(new WorkerEvent.StepFailed(job.name(), 1, Faults.describe(e)));
        }
    }

    /** Stops with {@link #GRACE}. */
    @Override
    public void close() {
        stop(GRACE);
    }

    /** Collects jobs. Immutable: each method returns a new builder. */
    public static final class Builder {

        private final JournalStore store;
        private final WorkerContext at;
        private final Seq<Job> jobs;
        private final ThreadFactory threads;

        private Builder(JournalStore store, WorkerContext at, Seq<Job> jobs, ThreadFactory threads) {
            this.store = store;
            this.at = at;
            this.jobs = jobs;
            this.threads = threads;
        }

        /** Takes the threads of all jobs from {@code factory}; by default daemon platform threads. */
        public Builder threads(ThreadFactory factory) {
            return new Builder(store, at, jobs, factory);
        }

        /** Delivers the messages of {@code topic} on {@link DeliveryTerms#DEFAULT}. */
        public Builder delivering(String topic, MessageHandler handler) {
            return delivering(topic, handler, DeliveryTerms.DEFAULT);
        }

        /** Delivers the messages of {@code topic}. */
        public Builder delivering(String topic, MessageHandler handler, DeliveryTerms terms) {
            OutboxWork work = new OutboxWork(store.outbox(), topic, handler, terms, at);
            if (terms.parallel() > MOST_THREADS) {
                return with("outbox-" + topic, new ConcurrentOutboxWork(work, topic, terms.parallel(), at), terms.poll());
            }
            return Array.rangeClosed(1, terms.parallel())
                    .foldLeft(this, (builder, i) -> builder.with("outbox-" + topic + "-" + i, work, terms.poll()));
        }

        /** Delivers the messages of all these topics. */
        public Builder delivering(Iterable<TopicWork> topics) {
            return Array.ofAll(topics)
                    .foldLeft(this, (builder, work) -> builder.delivering(work.topic(), work.handler(), work.terms()));
        }

        /** Removes expired answers at this interval. */
        public Builder removingExpired(Duration every) {
            return with("retention", new RetentionWork(store.retention(), at.clock()), every);
        }

        /** Records when API keys were used at this interval, and once more at the end. */
        public Builder recording(KeyUses uses, Duration every) {
            return with("api-key-uses", new KeyUseWork(uses), every);
        }

        /** Signs a checkpoint at this interval if there are new events, and another one at the end. */
        public Builder signing(LogSigner signer, Duration every) {
            Checkpointer checkpointer = new Checkpointer(store.journal(), store.checkpoints(), signer);
            return with("checkpoints", new CheckpointWork(checkpointer, at.clock()), every);
        }

        /**
         * Compares the journal with its anchor every second, and signs a checkpoint at this interval, after {@link
         * AnchoredCheckpoints#DUE_EVENTS} events, and at the end.
         */
        public Builder signing(AnchoredCheckpoints checkpoints, Duration every) {
            return with("checkpoints", new AnchoredCheckpointWork(checkpoints, every), COMPARE_EVERY);
        }

        /**
         * Passes the events of {@code feed} to {@code handler}, in order, on one thread. Delivery is at least once: if the handler throws, the
         * same event comes again after a pause.
         *
         * @param position that of the last event that the host has processed, 0 for all events. A host that records positions together with
         *     their effects processes each event once.
         * @param every how often an idle feed is read
         */
        public Builder following(EventFeed feed, long position, Consumer<CustodyEvent> handler, Duration every) {
            return with("events", new EventWork(feed, position, handler), every);
        }

        /**
         * Projects events of tenants while they are recorded. Those that are older than {@code kept} are removed; the journal keeps what they were
         * projected from.
         */
        public Builder projecting(EventProjector projector, Duration kept) {
            return with("event-projection", new EventProjectionWork(projector), PROJECT_EVERY)
                    .with("event-retention", new EventRetentionWork(projector, kept, at.clock()), REMOVE_EVENTS_EVERY);
        }

        /**
         * Repeats a step.
         *
         * @param more does the step, and returns whether there is more to do at once
         * @param every how long to wait where there is not
         */
        public Builder repeating(String name, BooleanSupplier more, Duration every) {
            return with(name, () -> more.getAsBoolean() ? Work.Progress.MORE : Work.Progress.IDLE, every);
        }

        /**
         * Watches accounts on these networks, each by one instance at a time.
         *
         * @param every how often all accounts are looked at; whole seconds
         */
        public Builder watching(Iterable<? extends LeasedRounds> watchers, Duration every) {
            return Array.<LeasedRounds>ofAll(watchers).foldLeft(this, (builder, watcher) -> builder.with(
                    watcher.topic(), new WatchWork(store.outbox(), watcher, every.toSeconds(), at), LOOK_FOR_NEWS));
        }

        private Builder with(String name, Work work, Duration pause) {
            return new Builder(store, at, jobs.append(new Job(name, work, pause)), threads);
        }

        /** Starts all jobs. */
        public Workers start() {
            Workers workers = new Workers(jobs, at, threads);
            workers.threads.forEach(Thread::start);
            return workers;
        }
    }
}
