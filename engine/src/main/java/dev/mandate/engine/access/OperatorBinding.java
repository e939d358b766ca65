package dev.mandate.engine.access;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalReader;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Which operator's secret a journal is written with, for good. With another secret no API key in the journal would be known, and accounts
 * under way could not be signed for any more.
 */
public final class OperatorBinding {

    private static final String ID = "secret";
    private static final EntityType<OperatorIdentity, Bound> TYPE =
            EntityType.once("operator", OperatorIdentity.class, Bound.class, Bound::identity);

    /** The binding's row is what its event says. */
    public static final Projection PROJECTION = TYPE.projection();

    private OperatorBinding() {}

    private record Bound(OperatorIdentity identity) {}

    /** The journal is written with another secret. */
    public record OtherOperator(OperatorIdentity bound, OperatorIdentity given) {}

    /** Whose the journal is; none before it is bound. */
    public static Option<OperatorIdentity> of(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::state);
    }

    /** Binds the journal to {@code identity} if it is nobody's yet. Of several who do that at once one succeeds, and the others hear of it. */
    public static Either<OtherOperator, OperatorIdentity> bind(Journal journal, OperatorIdentity identity, UnixTime at) {
        OperatorIdentity bound = new Repository<>(TYPE, journal, () -> at).ensure(ID, new Bound(identity)).state();
        return bound.equals(identity) ? Either.right(bound) : Either.left(new OtherOperator(bound, identity));
    }
}
