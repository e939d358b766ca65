package dev.mandate.testkit.journal;

import dev.mandate.ports.spi.store.JournalStore;
import org.junit.jupiter.api.Nested;

/**
 * The contract of every store: journal, outbox, checkpoints, audit, retention, and what is kept after a stop, a kill, a fault and damage.
 * Extend this class and return an empty store.
 *
 * <p>Not asserted: how much a store holds and how fast it is, because both depend on the machine. The parts name what else they leave out.
 */
public abstract class StoreContract {

    /** Returns an empty store for one test. The adapter's test closes its resources after each test. */
    protected abstract StoreUnderTest fresh();

    @Nested
    class OfJournal extends JournalContract {
        @Override
        protected JournalStore freshStore() {
            return fresh().store();
        }
    }

    @Nested
    class OfOutbox extends OutboxContract {
        @Override
        protected JournalStore freshStore() {
            return fresh().store();
        }
    }

    @Nested
    class OfCheckpoints extends CheckpointContract {
        @Override
        protected JournalStore freshStore() {
            return fresh().store();
        }
    }

    @Nested
    class OfAudit extends AuditContract {
        @Override
        protected JournalStore freshStore() {
            return fresh().store();
        }
    }

    @Nested
    class OfRetention extends RetentionContract {
        @Override
        protected JournalStore freshStore() {
            return fresh().store();
        }
    }

    @Nested
    class OfDurability extends DurabilityContract {
        @Override
        protected StoreUnderTest fresh() {
            return StoreContract.this.fresh();
        }
    }
}
