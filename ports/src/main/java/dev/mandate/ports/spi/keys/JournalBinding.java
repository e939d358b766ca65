package dev.mandate.ports.spi.keys;

import dev.mandate.ports.spi.audit.JournalId;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The journal that a vault belongs to, as the vault itself remembers it, protected against changes like a key. So a vault is not used with another
 * journal, or with an empty one, which does not know what its keys have signed and which of them are in use. Safe from any thread, and from several
 * processes.
 */
public interface JournalBinding {

    /**
     * What a vault remembers, and what it holds.
     *
     * @param journal none if it was never bound
     * @param keys the number of its keys
     */
    record Content(Option<JournalId> journal, int keys) {}

    /** What the vault remembers. Left: why that cannot be read, in one line for the operator. */
    Either<String, Content> read();

    /**
     * Binds the vault to {@code journal}, and no longer to another one. When this returns, the binding is durable.
     *
     * @return why the vault is not bound, in one line for the operator; none if it is
     */
    Option<String> bind(JournalId journal);
}
