package dev.mandate.engine.audit;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.StreamId;
import io.vavr.control.Option;

/**
 * Keeps what was ended ended, also if somebody puts the database back to an older state. A command that ends something calls {@link #secure}
 * before it answers, also when it answers a repetition. Its kind of entity has {@link EndedRecords}.
 */
public interface EndProtection {

    /** Without an anchor nothing is protected. */
    EndProtection NONE = new EndProtection() {
        @Override
        public void secure() {}

        @Override
        public Option<UnixTime> endOf(StreamId stream) {
            return Option.none();
        }
    };

    /**
     * Returns when an anchor remembers a checkpoint over all commits of this instance so far. Concurrent calls share one
     * checkpoint.
     *
     * @throws dev.mandate.ports.spi.journal.JournalUnavailableException if that fails, with the effect {@code UNKNOWN}: the commits took effect, and
     *     a repetition of the command tries again
     */
    void secure();

    /** From when on the entity is ended, as far as an anchor remembers it. */
    Option<UnixTime> endOf(StreamId stream);
}
