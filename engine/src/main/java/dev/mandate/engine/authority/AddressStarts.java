package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.EmailIdentityRules;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;

/** The times of the newest challenges of each of a tenant's addresses, over all networks. An address has an identity on each network, and one mailbox. */
public final class AddressStarts {

    private static final EntityType<Starts, Started> TYPE =
            EntityType.of("address-starts", Starts.class, Started.class, AddressStarts::evolve);

    /** An address's row has the times of its newest events. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<Starts, Started> addresses;
    private final TokenHash ids;

    private final Tenant tenant;

    AddressStarts(TenantJournal journal, TokenHash ids) {
        this.addresses = journal.anywhere(TYPE);
        this.ids = ids;
        this.tenant = journal.tenant();
    }

    private record Started(UnixTime at) {}

    private record Starts(Seq<UnixTime> times) {}

    private static Starts evolve(Option<Starts> before, Started event) {
        return new Starts(before.<Seq<UnixTime>>map(Starts::times)
                .getOrElse(Array::empty)
                .append(event.at())
                .takeRight(EmailIdentityRules.STARTS_PER_DAY));
    }

    /** What adds one more challenge to its commit. */
    Either<IdentityRefusal, UnaryOperator<Commit>> start(EmailAddress email, UnixTime now) {
        String id = tenant.name() + "/" + Bytes.of(ids.of("address-starts/" + tenant.name() + "/" + email.text()).toArray(), 0, 16).toHex();
        Option<Entity<Starts>> before = addresses.find(id);
        Seq<UnixTime> times = before.<Seq<UnixTime>>map(entity -> entity.state().times()).getOrElse(Array::empty);
        return EmailIdentityRules.tooManyStarts(times, now)
                .<Either<IdentityRefusal, UnaryOperator<Commit>>>map(Either::left)
                .getOrElse(() -> Either.right(commit -> addresses.append(commit, id, before, Array.of(new Started(now)))));
    }
}
