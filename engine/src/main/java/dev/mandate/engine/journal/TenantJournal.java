package dev.mandate.engine.journal;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.engine.journal.Repository.Decision;
import io.vavr.control.Either;
import java.util.function.Supplier;
import dev.mandate.ports.spi.time.ServerClock;

/**
 * The journal of one tenant on one network. Entities that are read and written through it carry both in their keys, so that no call can forget
 * one.
 */
public record TenantJournal(Journal journal, ServerClock clock, Tenant tenant, Network network) {

    /** The tenant's own entities of {@code type}, on this network. */
    public <S, E> Repository<S, E> own(EntityType<S, E> type) {
        return new Repository<>(type, journal, clock, prefix());
    }

    /** The entities of {@code type} that all tenants of the network share. The reader checks which tenant owns each of them, if any. */
    public <S, E> Repository<S, E> shared(EntityType<S, E> type) {
        return new Repository<>(type, journal, clock, RowPrefix.of(network));
    }

    /** Entities that do not belong to a network. */
    public <S, E> Repository<S, E> anywhere(EntityType<S, E> type) {
        return new Repository<>(type, journal, clock);
    }

    /** As {@link Repository#commit}. */
    public <R, T> Either<R, T> commit(Supplier<Either<R, Decision<T>>> decide) {
        return Repository.commit(journal, decide);
    }

    /** Answers of one kind. Their keys name the tenant already. */
    public Answers answers(String type) {
        return new Answers(journal, clock, type);
    }

    /** What starts the key of whatever is the tenant's own. */
    public String prefix() {
        return RowPrefix.of(tenant, network);
    }
}
