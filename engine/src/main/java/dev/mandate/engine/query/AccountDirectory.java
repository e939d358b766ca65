package dev.mandate.engine.query;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.control.Option;

/**
 * The settings address of each smart account address on a network. The first cannot be derived from the second, so the journal stores
 * the pair, as an event of the account's stream and as a row.
 */
public final class AccountDirectory {

    private static final EntityType<SettingsAddress, Registered> TYPE =
            EntityType.once("smart-account", SettingsAddress.class, Registered.class, Registered::settings);

    /** An account's row is its registration. */
    public static final Projection PROJECTION = TYPE.projection();

    private final Repository<SettingsAddress, Registered> accounts;
    private final BoundedCache<Address, AccountRef> known = new BoundedCache<>(10);

    public AccountDirectory(TenantJournal journal) {
        this.accounts = journal.shared(TYPE);
    }

    private record Registered(SettingsAddress settings) {}

    /** The registration that {@code event} records; none if it is about something else. */
    public static Option<CustodyEvent.AccountKnown> event(JournalReader journal, RecordedEvent event) {
        return Option.when(TYPE.has(event), () -> {
            String[] id = event.stream().id().split("/", 2);
            Address account = Address.parse(id[1])
                    .getOrElseThrow(problem -> new JournalDamagedException("stream " + event.stream() + ": " + problem));
            return new CustodyEvent.AccountKnown(
                    event.position(), event.recordedAt(), new Network(id[0]), new AccountRef(account, TYPE.after(journal, event).state()));
        });
    }

    public Option<AccountRef> find(Address account) {
        // An address has the same settings account for ever, so a found pair need not be read again.
        return known.find(account)
                .orElse(() -> accounts.find(account.toString())
                        .map(found -> known.keep(account, new AccountRef(account, found.state()))));
    }

    /** Records {@code account}. Repeating this has no effect. */
    public void remember(AccountRef account) {
        if (find(account.address()).isEmpty()) {
            var unused = accounts.ensure(account.address().toString(), new Registered(account.settings()));
        }
    }
}
