package dev.mandate.engine.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalReader;
import io.vavr.control.Option;
import java.security.SecureRandom;

/** The id of a journal, which is recorded in it once. */
public final class JournalIdentity {

    private static final String ID = "id";
    private static final EntityType<JournalId, Named> TYPE = EntityType.once("journal", JournalId.class, Named.class, Named::id);

    /** The row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private JournalIdentity() {}

    private record Named(JournalId id) {}

    /** The journal's id; none if it has none yet. */
    public static Option<JournalId> of(JournalReader journal) {
        return TYPE.find(journal, ID).map(Entity::state);
    }

    /** The journal's id. If it has none yet, it gets a random one. */
    public static JournalId ensure(Journal journal, SecureRandom random, UnixTime at) {
        byte[] fresh = new byte[Bytes32.LENGTH];
        random.nextBytes(fresh);
        return new Repository<>(TYPE, journal, () -> at).ensure(ID, new Named(new JournalId(Bytes32.of(fresh)))).state();
    }
}
