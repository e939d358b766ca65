package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.store.JournalStore;
import io.vavr.collection.Array;

/** Journals with registered accounts and a checkpoint. */
final class JournalFixture {

    static final UnixTime NOW = new UnixTime(1_800_000_000);
    /** An event of an account in the engine's directory, and a row with the same content. */
    static final Payload REGISTERED = new Payload("smart-account-registered", 1, "{\"settings\":\"" + Address.ZERO + "\"}");
    private static final Payload ROW = new Payload(
            "smart-account", 1, "{\"version\":1,\"at\":" + NOW.seconds() + ",\"state\":\"" + Address.ZERO + "\"}");

    private JournalFixture() {}

    static void write(JournalStore store, LogSigner signer, String... accounts) {
        for (String account : Array.of(accounts)) {
            assertTrue(store.journal()
                    .commit(Commit.at(NOW)
                            .append(new StreamId("smart-account", account), 0, REGISTERED)
                            .change(new RowChange.Insert(new RowKey("smart-account", account), ROW)))
                    .isRight());
        }
        sign(store, signer);
    }

    /** Signs a checkpoint. */
    static void sign(JournalStore store, LogSigner signer) {
        assertTrue(new Checkpointer(store.journal(), store.checkpoints(), signer).signNext(NOW).isRight());
    }
}
