package dev.mandate.adapters.store.tampering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.workers.WorkerEvent;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody with write access to the database makes records look expired. Retention removes the answers that the engine let expire, and
 * nothing else.
 */
@Timeout(60)
public abstract class TamperedRetentionContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final UnixTime YESTERDAY = NOW.plusSeconds(-86_400);
    private static final UnixTime TOMORROW = NOW.plusSeconds(86_400);
    private static final Payload PAYLOAD = new Payload("text", 1, "{}");
    private static final RowKey FILTERS = new RowKey("account-filters", "alpha");
    private static final String EARLY = "early";
    private static final String EXPIRED = "expired";

    private final List<WorkerEvent> events = new CopyOnWriteArrayList<>();

    protected abstract JournalStore freshStore();

    /** Runs a statement on the database of the last fresh store. */
    protected abstract void edit(String sql);

    private static Commit answering(String scope, int number, UnixTime end) {
        return Commit.at(YESTERDAY)
                .answering(new IdempotencyRecord(new RequestKey(scope, "order-" + number), Bytes32.ZERO, PAYLOAD, end));
    }

    private static void commit(Journal journal, Array<Commit> commits) {
        Array<Supplier<Either<CommitRefused, Committed>>> begun = commits.map(journal::begin);
        begun.forEach(commit -> assertTrue(commit.get().isRight()));
    }

    private static Array<IdempotencyRecord> answers(JournalStore store, String scope) {
        RequestKey first = new RequestKey(scope, "!");
        return store.audit().answers(Option.some(first), Journal.MAX_PAGE).items().filter(answer -> answer.key().scope().equals(scope)).toArray();
    }

    private void retain(JournalStore store, Supplier<Boolean> done) throws InterruptedException {
        try (Workers workers = Workers.on(store, new WorkerContext(() -> NOW, () -> 0, events::add))
                .removingExpired(Duration.ofMillis(5))
                .start()) {
            while (!done.get()) {
                Thread.sleep(5);
            }
            workers.stop(Duration.ofSeconds(10));
        }
    }

    @Test
    void aRowWithAnAlteredExpiryIsKept() throws InterruptedException {
        JournalStore store = authenticated();
        commit(store.journal(), Array.of(Commit.at(YESTERDAY).change(new RowChange.Put(FILTERS, PAYLOAD)), answering(EXPIRED, 1, YESTERDAY)));
        edit("UPDATE state_row SET expires_at = 1000");

        retain(store, () -> answers(store, EXPIRED).isEmpty());

        assertTrue(store.journal().row(FILTERS).isDefined());
    }

    @Test
    void anAnswerWithAWrongMacIsKeptReportedAndSkipped() throws InterruptedException {
        JournalStore store = authenticated();
        int early = Journal.MAX_PAGE + 1;
        commit(store.journal(), Array.range(0, early).map(i -> answering(EARLY, i, TOMORROW)).append(answering(EXPIRED, 1, YESTERDAY)));
        edit("UPDATE answer SET expires_at = 1000 WHERE scope = '" + EARLY + "'");

        retain(store, () -> answers(store, EXPIRED).isEmpty() && !events.isEmpty());

        assertEquals(Journal.MAX_PAGE, answers(store, EARLY).size());
        assertTrue(
                events.stream().allMatch(event -> event.text().startsWith("retention: ") && event.text().contains(" of " + EARLY + " has a wrong MAC")),
                events::toString);
    }

    private JournalStore authenticated() {
        return new AuthenticatedStore(freshStore(), record -> Sha256.of(("operator" + record).getBytes(StandardCharsets.UTF_8)));
    }
}
