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
 * Binds a journal to one operator's secret for good. With another secret no API key in the journal would be valid, and pending creations
 * could not be signed.
 */
public final class OperatorBinding {

    private static final String ID = "secret";
    private static final EntityType<OperatorIdentity, Bound> TYPE =
            EntityType.once("operator", OperatorIdentity.class, Bound.class, Bound::identity);

    /** The binding's row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private OperatorBinding() {}

    private record Bound(OperatorIdentity identity) {}

    /** The journal is bound to another secret. */
    public record OtherOperator(OperatorIdentity bound, OperatorIdentity given) {}

    /** The identity that the journal is bound to; none if it is not bound. */
    public static Option<OperatorIdentity> of(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::state);
    }

    /** Binds the journal to {@code identity} if it is not bound yet. Of concurrent calls one succeeds; the others get its identity. */
    public static Either<OtherOperator, OperatorIdentity> bind(Journal journal, OperatorIdentity identity, UnixTime at) {
        OperatorIdentity bound = new Repository<>(TYPE, journal, () -> at).ensure(ID, new Bound(identity)).state();
        return bound.equals(identity) ? Either.right(bound) : Either.left(new OtherOperator(bound, identity));
    }
}
