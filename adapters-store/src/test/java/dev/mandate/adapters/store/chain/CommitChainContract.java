package dev.mandate.adapters.store.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.CommitChain;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Many callers in two processes take units from one stock, each in its own commit. Each unit is taken exactly once, even if
 * commits are refused meanwhile.
 */
public abstract class CommitChainContract {

    private static final UnixTime NOW = new UnixTime(1_800_000_000);
    private static final int STOCK = 1_000;
    private static final int CALLERS = 32;
    private static final int TRIES = 15;

    private record Taken(long count) {}

    private record Take(String by) {}

    private static final EntityType<Taken, Take> STOCKS = EntityType.of(
            "stock", Taken.class, Take.class, (before, event) -> new Taken(before.map(Taken::count).getOrElse(0L) + 1));
    private static final EntityType<Taken, Take> ORDERS =
            EntityType.of("order", Taken.class, Take.class, (before, event) -> new Taken(1));

    protected abstract JournalStore freshStore();

    @Test
    void everyUnitIsTakenOnceAndAllAccountsAddUp() throws Exception {
        JournalStore store = freshStore();
        Array<CommitChain> processes = Array.of(new CommitChain(store.journal()), new CommitChain(store.journal()));
        Repository<Taken, Take> stocks = new Repository<>(STOCKS, store.journal(), () -> NOW);
        Repository<Taken, Take> orders = new Repository<>(ORDERS, store.journal(), () -> NOW);
        List<Future<Long>> callers = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                callers.add(executor.submit(() -> Array.range(0, TRIES)
                        .map(n -> take(processes.get(caller % 2), stocks, orders, caller / 2 + "-" + n))
                        .count(Either::isRight) + 0L));
            }
        }
        long taken = 0;
        for (Future<Long> caller : callers) {
            taken += caller.get();
        }

        // Each order comes twice, once in either process, and is taken once.
        assertEquals(CALLERS / 2 * TRIES, taken);
        assertEquals(Option.some(taken), stocks.find("one").map(stock -> stock.state().count()));
        assertEquals(Option.some(taken), stocks.find("one").map(Entity::version));
        assertEquals(
                Array.empty(),
                LogVerifier.verify(
                                store.audit(),
                                Array.of(STOCKS.projection(), ORDERS.projection()),
                                AuditTrust.NONE,
                                () -> new UnixTime(0))
                        .findings());
    }

    private static Either<String, Long> take(
            CommitChain chain, Repository<Taken, Take> stocks, Repository<Taken, Take> orders, String order) {
        return chain.commit(() -> {
            Option<Entity<Taken>> before = stocks.find(chain, "one");
            long count = before.map(stock -> stock.state().count()).getOrElse(0L);
            if (count >= STOCK) {
                return Either.left("nothing left");
            }
            if (orders.find(order).isDefined()) {
                return Either.left("ordered before");
            }
            Commit commit = orders.begin(Commit.at(NOW), order, new Take(order));
            return Either.right(new Decision<>(
                    stocks.append(commit, "one", before, Array.of(new Take(order))), count + 1));
        });
    }
}
