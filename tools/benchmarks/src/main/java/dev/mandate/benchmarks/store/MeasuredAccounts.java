package dev.mandate.benchmarks.store;

import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitLimit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.collection.Array;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** A store with many accounts in it: for each a row, and a stream of two events. Listed by tenant, a hundred in each. */
final class MeasuredAccounts {

    static final String KIND = "smart-account";
    static final int IN_A_TENANT = 100;

    private static final int IN_A_COMMIT = (int) CommitLimit.STREAMS.max();

    private MeasuredAccounts() {}

    /** Keys as scattered as addresses are, behind their tenant's. */
    static String key(int account) {
        long scattered = Long.reverse((account + 1L) * 0x9E3779B97F4A7C15L);
        return "tenant-" + account / IN_A_TENANT + "/" + Long.toUnsignedString(scattered, 36);
    }

    static String tenant(int account) {
        return "tenant-" + account / IN_A_TENANT + "/";
    }

    static StreamId stream(int account) {
        return new StreamId(KIND, key(account));
    }

    /** The store in {@code folder} with {@code accounts} in it, made unless it is there. */
    static MeasuredStore open(Path folder, int accounts) {
        MeasuredStore store = MeasuredStore.open(folder);
        Journal journal = store.authenticated().journal();
        IntStream.range(0, accounts / IN_A_COMMIT)
                .parallel()
                .filter(batch -> journal.version(stream(batch * IN_A_COMMIT)) == 0)
                .forEach(batch -> fill(journal, batch * IN_A_COMMIT));
        return store;
    }

    private static void fill(Journal journal, int first) {
        Commit commit = Array.range(first, first + IN_A_COMMIT).foldLeft(Commit.at(Decisions.NOW), (c, account) -> c
                .append(
                        stream(account),
                        0,
                        Decisions.payload("account-registered", account, 100),
                        Decisions.payload("signer-added", account, 100))
                .change(new RowChange.Insert(
                        new RowKey(KIND, key(account)), Decisions.payload("account", account, 200))));
        journal.commit(commit).swap().forEach(refused -> {
            throw new IllegalStateException("not filled: " + refused);
        });
    }
}
