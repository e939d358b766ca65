package dev.mandate.engine.query;

import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
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

    /** All accounts on the network. */
    public Array<AccountRef> all() {
        Array<AccountRef> found = Array.empty();
        Option<String> after = Option.none();
        Page<Entity<SettingsAddress>> page;
        do {
            page = accounts.page(after, Journal.MAX_PAGE);
            found = found.appendAll(page.items().map(entity -> new AccountRef(address(entity), entity.state())));
            after = page.items().lastOption().map(entity -> address(entity).toString());
        } while (page.hasMore());
        return found;
    }

    private static Address address(Entity<SettingsAddress> entity) {
        return Address.parse(entity.id().substring(entity.id().indexOf('/') + 1))
                .getOrElseThrow(problem -> new JournalDamagedException("row " + entity.id() + ": " + problem));
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
