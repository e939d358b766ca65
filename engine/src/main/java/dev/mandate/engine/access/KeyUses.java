package dev.mandate.engine.access;

import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.RowType;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When API keys were used, in rows of the journal. A use costs no write: uses are collected here until {@link #record}. What was not recorded is lost
 * with the process. Safe from any thread.
 */
public final class KeyUses {

    private static final RowType<KeyUse> ROWS = RowType.of("api-key-use", KeyUse.class);
    private static final int AT_ONCE = 500;

    private final Journal journal;
    private final ServerClock clock;
    private final Map<ApiKeyId, KeyUse> collected = new ConcurrentHashMap<>();

    public KeyUses(Journal journal, ServerClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** Notes that a key is used now. */
    void used(ApiKeyId key) {
        UnixTime now = clock.now();
        collected.merge(key, new KeyUse(now, now), KeyUse::with);
    }

    /** The recorded uses of a key; none if there was none. */
    public Option<KeyUse> find(ApiKeyId key) {
        return ROWS.find(journal, key.text());
    }

    /** Writes what was collected since the last time. Another instance may write at the same time: then the later of both remains. */
    public void record() {
        Array.ofAll(collected.keySet()).grouped(AT_ONCE).forEach(keys -> {
            Array<KeyUse> uses = keys.map(key -> Option.of(collected.get(key)).get());
            Commit commit = keys.zip(uses).foldLeft(
                    Commit.at(clock.now()),
                    (so, use) -> so.change(ROWS.put(use._1.text(), find(use._1).map(use._2::with).getOrElse(use._2))));
            var unused = journal.commit(commit).getOrElseThrow(refused -> new IllegalStateException("uses of keys are not recorded: " + refused));
            // A use that came meanwhile stays.
            keys.zip(uses).forEach(use -> collected.remove(use._1, use._2));
        });
    }
}
