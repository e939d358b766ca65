package dev.mandate.engine.authority;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.AddressCounts;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.JsonObject;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Counts the challenges and the wrong codes of each of a tenant's addresses, over all networks. An address has an identity on each network, and one
 * mailbox. A count is committed with what it counts, so instances share one limit.
 */
public final class AddressLimits {

    private static final EntityType<AddressCounts, AddressCounts.Event> TYPE = EntityType.of(
                    "address-starts",
                    AddressCounts.class,
                    AddressCounts.Event.class,
                    (before, event) -> before.getOrElse(AddressCounts.NONE).after(event))
            .upcasting(1, AddressLimits::fromVersion1);

    /** An address's row has the times of its newest events. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<AddressCounts, AddressCounts.Event> addresses;
    private final TokenHash ids;
    private final Tenant tenant;

    AddressLimits(TenantJournal journal, TokenHash ids) {
        this.addresses = journal.anywhere(TYPE);
        this.ids = ids;
        this.tenant = journal.tenant();
    }

    /** Version 1 counted challenges alone. */
    private static JsonObject fromVersion1(JsonObject json) {
        return json.when("address-starts", row -> row.changed("state", times -> "{\"starts\":" + times + ",\"wrongCodes\":[]}"));
    }

    /** What adds one more challenge to its commit. */
    Either<IdentityRefusal, UnaryOperator<Commit>> start(EmailAddress email, UnixTime now) {
        return one(email, AddressCounts::start, now);
    }

    /** What adds one more wrong code to its commit. No code is judged once the limit is reached. */
    Either<IdentityRefusal, UnaryOperator<Commit>> wrongCode(EmailAddress email, UnixTime now) {
        return one(email, AddressCounts::wrongCode, now);
    }

    private Either<IdentityRefusal, UnaryOperator<Commit>> one(
            EmailAddress email, BiFunction<AddressCounts, UnixTime, Either<IdentityRefusal, AddressCounts.Event>> kind, UnixTime now) {
        String id = ids.former()
                .map(former -> id(former, email))
                .filter(earlier -> addresses.find(earlier).isDefined())
                .headOption()
                .getOrElse(() -> id(ids, email));
        Option<Entity<AddressCounts>> before = addresses.find(id);
        return kind.apply(before.map(Entity::state).getOrElse(AddressCounts.NONE), now)
                .map(event -> commit -> addresses.append(commit, id, before, Array.of(event)));
    }

    private String id(TokenHash by, EmailAddress email) {
        return tenant.name() + "/" + Bytes.of(by.of("address-starts/" + tenant.name() + "/" + email.text()).toArray(), 0, 16).toHex();
    }
}
