package dev.mandate.app.metrics;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.submission.ListedSubmission;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.Outbox;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.time.ServerClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** What waits in the store: pending submissions, messages, dead letters. A worker reads it; a scrape shows the last reading, or NaN if that failed. */
final class StoreReadings {

    private static final int MOST_COUNTED = 10 * Journal.MAX_PAGE;

    private final JournalStore store;
    private final ServerClock clock;
    private final Seq<String> topics;
    private volatile Option<Reading> last = Option.none();

    /** @param topics of the outbox */
    StoreReadings(JournalStore store, ServerClock clock, Seq<String> topics, MeterRegistry meters) {
        this.store = store;
        this.clock = clock;
        this.topics = topics;
        ListedSubmission.PENDING_STATES.forEach(state -> gauge(
                meters,
                "mandate_submissions_pending",
                "Submissions that are not final, by state",
                Tags.of("state", state),
                reading -> reading.submissions().count(one -> one.state().equals(state))));
        gauge(
                meters,
                "mandate_submissions_oldest_seconds",
                "The age of the oldest submission that is not final",
                Tags.empty(),
                reading -> age(reading.submissions().map(ListedSubmission::since).min()));
        topics.forEach(topic -> {
            Tags tags = Tags.of("topic", topic);
            gauge(meters, "mandate_outbox_pending", "Messages that wait for delivery", tags, reading -> reading.waiting(topic).count());
            gauge(
                    meters,
                    "mandate_outbox_oldest_seconds",
                    "The age of the oldest message that waits for delivery",
                    tags,
                    reading -> age(reading.waiting(topic).oldest()));
        });
        gauge(
                meters,
                "mandate_dead_letters",
                "Messages that were given up on",
                Tags.empty(),
                reading -> reading.deadLetters());
    }

    private record Waiting(int count, Option<UnixTime> oldest) {}

    private record Reading(Array<ListedSubmission> submissions, Map<String, Waiting> topics, int deadLetters) {

        Waiting waiting(String topic) {
            return topics.get(topic).get();
        }
    }

    private void gauge(MeterRegistry meters, String name, String description, Tags tags, ToDoubleFunction<Reading> value) {
        var unused = Gauge.builder(name, () -> last.map(value::applyAsDouble).getOrElse(Double.NaN))
                .description(description)
                .tags(tags)
                .register(meters);
    }

    private double age(Option<UnixTime> since) {
        return since.map(time -> Math.max(0, clock.now().secondsSince(time))).getOrElse(0L);
    }

    /** Reads all of it anew. */
    void look() {
        Option<Reading> next = Option.none();
        try {
            next = Option.some(new Reading(
                    SubmissionRepository.listOpen(store.journal()),
                    topics.toMap(topic -> topic, topic -> waiting(store.outbox(), topic)),
                    deadLetters(store.outbox())));
        } finally {
            last = next;
        }
    }

    private static Waiting waiting(Outbox outbox, String topic) {
        Option<UnixTime> oldest = Array.ofAll(outbox.waiting(topic, 0, 1).items()).headOption().map(first -> first.message().recordedAt());
        return new Waiting(
                count(after -> outbox.waiting(topic, after, Journal.MAX_PAGE), (WaitingMessage one) -> one.message().number()), oldest);
    }

    private static int deadLetters(Outbox outbox) {
        return count(after -> outbox.deadLetters(after, Journal.MAX_PAGE), (DeadLetter one) -> one.message().number());
    }

    private static <T> int count(LongFunction<Page<T>> pages, ToLongFunction<T> number) {
        int count = 0;
        long after = 0;
        Page<T> page;
        do {
            page = pages.apply(after);
            count += page.items().size();
            after = page.items().lastOption().map(number::applyAsLong).getOrElse(after);
        } while (page.hasMore() && count < MOST_COUNTED);
        return count;
    }
}
