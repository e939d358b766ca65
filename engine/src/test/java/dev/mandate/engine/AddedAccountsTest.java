package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.accounts.AddedAccounts;
import dev.mandate.engine.accounts.TenantAccounts;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A tenant's new accounts are found without the rows of all others. */
class AddedAccountsTest {

    private final InMemoryJournal journal = new InMemoryJournal();
    private int scans;

    private Journal counting() {
        return (Journal) Proxy.newProxyInstance(Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, called, arguments) -> {
            scans += called.getName().equals("rows") ? 1 : 0;
            try {
                return called.invoke(journal, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private Address claimed(String name, Network network) {
        Address address = TestKey.of(name).address();
        new TenantAccounts(new TenantJournal(journal, () -> new UnixTime(1), new Tenant("shop"), network))
                .claim(new AccountRef(address, new SettingsAddress(TestKey.of(name + " settings").address())), TenantAccount.Origin.CREATED);
        return address;
    }

    private static Array<Address> addresses(Array<Tuple2<Tenant, TenantAccount>> accounts) {
        return accounts.map(one -> one._2.ref().address());
    }

    @Test
    void onlyWhatWasRecordedSinceTheLastCallIsRead() {
        Address old = claimed("old", Network.DEVNET);
        AddedAccounts accounts = new AddedAccounts(counting(), () -> new UnixTime(1), Network.DEVNET, () -> journal.events(0, 1).items().last().position());
        assertEquals(Array.of(old), addresses(accounts.all()));
        int scansOfAll = scans;

        Address added = claimed("new", Network.DEVNET);
        var unused = claimed("elsewhere", Network.MAINNET);

        assertEquals(Array.of(added), addresses(accounts.added()));
        assertEquals(Array.empty(), addresses(accounts.added()));
        assertEquals(scansOfAll, scans);
    }
}
