package dev.mandate.engine.access;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.rotation.SecretRotations;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Binds a journal to one operator's secret, one creation secret and one fee payer. Only a {@linkplain SecretRotations rotation} replaces the first. With another operator's secret no API key in the journal
 * would be valid; with another creation secret or fee payer pending creations could not be signed.
 */
public final class OperatorBinding {

    private static final String ID = "secret";
    private static final EntityType<OperatorIdentity, Bound> TYPE =
            EntityType.once("operator", OperatorIdentity.class, Bound.class, Bound::identity);

    private static final EntityType<Address, Chosen> FEE_PAYER =
            EntityType.once("operator-fee-payer", Address.class, Chosen.class, Chosen::feePayer);

    private static final EntityType<CreationMark, Marked> CREATION_SECRET =
            EntityType.once("operator-creation-secret", CreationMark.class, Marked.class, Marked::secret);

    /** Each binding's row has the content of its event. */
    public static final Seq<Projection> PROJECTIONS =
            Array.of(TYPE.projection(), FEE_PAYER.projection(), CREATION_SECRET.projection());

    private OperatorBinding() {}

    private record Bound(OperatorIdentity identity) {}

    private record Chosen(Address feePayer) {}

    private record CreationMark(Bytes32 mark) {}

    private record Marked(CreationMark secret) {}

    /** The journal is bound to another secret. */
    public record OtherOperator(OperatorIdentity bound, OperatorIdentity given) {}

    /** The identity that the journal is bound to; none if it is not bound. */
    public static Option<OperatorIdentity> of(JournalReader journal) {
        return SecretRotations.identity(journal).map(OperatorIdentity::new).orElse(() -> TYPE.find(journal, ID).map(Entity::state));
    }

    /** Binds the journal to {@code identity} if it is not bound yet. Of concurrent calls one succeeds; the others get its identity. */
    public static Either<OtherOperator, OperatorIdentity> bind(Journal journal, OperatorIdentity identity, UnixTime at) {
        OperatorIdentity bound = of(journal)
                .getOrElse(() -> new Repository<>(TYPE, journal, () -> at).ensure(ID, new Bound(identity)).state());
        return bound.equals(identity) ? Either.right(bound) : Either.left(new OtherOperator(bound, identity));
    }

    /** The mark of the creation secret that the journal is bound to; none if it is not bound. */
    public static Option<Bytes32> creationSecret(JournalReader journal) {
        return CREATION_SECRET.find(journal, ID).map(found -> found.state().mark());
    }

    /** The mark of the creation secret that the journal is bound to. If it is not bound yet, it is bound to that of {@code mark}. */
    public static Bytes32 creationSecret(Journal journal, Bytes32 mark, UnixTime at) {
        return new Repository<>(CREATION_SECRET, journal, () -> at).ensure(ID, new Marked(new CreationMark(mark))).state().mark();
    }

    /** The fee payer that the journal is bound to; none if it is not bound. */
    public static Option<Address> feePayer(JournalReader journal) {
        return FEE_PAYER.find(journal, ID).map(Entity::state);
    }

    /** The fee payer that the journal is bound to. If it is not bound yet, it is bound to {@code feePayer}. */
    public static Address feePayer(Journal journal, Address feePayer, UnixTime at) {
        return new Repository<>(FEE_PAYER, journal, () -> at).ensure(ID, new Chosen(feePayer)).state();
    }
}
