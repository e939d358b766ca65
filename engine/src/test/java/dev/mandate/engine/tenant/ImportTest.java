package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.AlteredChain;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.tenant.ImportRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Accounts that others made become a tenant's: each once, and none whose joining was refused. */
class ImportTest {

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final AccountRef one = standing();
    private final AccountRef other = standing();
    private final TenantService service = fixture.service(ACME);

    @Test
    void repeatedImportsAddAnAccountOnce() {
        assertEquals(Either.right(one), service.importAccount(one.settings(), fixture.named("key", 1)));
        assertEquals(Either.right(one), service.importAccount(one.settings(), fixture.named("key", 1)));
        assertEquals(Either.right(one), service.importAccount(one.settings(), fixture.named("other", 1)));
        assertEquals(Either.right(one), service.importAccount(one.settings(), new Retry.Unnamed()));

        assertEquals(Array.of(one), held());
    }

    /** What is not seen at the import would be told later, as if it had happened since. */
    @Test
    void anImportWaitsForNodesThatShowTheWholeAccount() {
        ChainFault fault = new ChainFault.Unreachable("no answer");
        assertEquals(
                Either.left(new ImportRefusal.NotRead(new BuildRefusal.ChainSilent(fault))),
                without("ownedAccounts", fault).importAccount(one.settings(), fixture.named("key", 1)));
        assertEquals(Array.empty(), held());

        assertTrue(service.importAccount(one.settings(), fixture.named("key", 1)).isRight());
    }

    @Test
    void aHistoryThatIsTooLongForTheRequestPreventsNoImport() {
        assertTrue(without("history", new ChainFault.BudgetExceeded(60)).importAccount(one.settings(), new Retry.Unnamed()).isRight());
        assertTrue(fixture.journal.events(0, Journal.MAX_PAGE).items().exists(event -> event.stream().kind().equals("account-watch")), "it is watched from the import on");
    }

    @Test
    void nodesThatLackAMethodPreventNoImport() {
        for (String call : Array.of("ownedAccounts", "history")) {
            ChainFault fault = new ChainFault.BadAnswer("Method not found");
            assertTrue(without(call, fault).importAccount(one.settings(), new Retry.Unnamed()).isRight(), call);
        }
    }

    private TenantService without(String call, ChainFault fault) {
        Chain chain = new AlteredChain(fixture.devnet, call, arguments -> Either.left(fault)).chain();
        return fixture.engine(chain, fixture.journal, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get();
    }

    @Test
    void aKeyUsedForAnotherAccountIsRefused() {
        assertTrue(service.importAccount(one.settings(), fixture.named("key", 1)).isRight());

        assertEquals(Either.left(new ImportRefusal.KeyReused()), service.importAccount(other.settings(), fixture.named("key", 2)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void aKeyReusedConcurrentlyForAnotherAccountIsRefused() {
        TenantService overtaken = fixture.overtaken(ServiceFixture.GENEROUS, () -> assertTrue(service.importAccount(one.settings(), fixture.named("key", 1)).isRight()));

        assertEquals(Either.left(new ImportRefusal.KeyReused()), overtaken.importAccount(other.settings(), fixture.named("key", 2)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void concurrentIdenticalImportsGetTheSameAnswer() {
        TenantService overtaken = fixture.overtaken(ServiceFixture.GENEROUS, () -> assertTrue(service.importAccount(one.settings(), fixture.named("key", 1)).isRight()));

        assertEquals(Either.right(one), overtaken.importAccount(one.settings(), fixture.named("key", 1)));

        assertEquals(Array.of(one), held());
    }

    @Test
    void concurrentImportsUnderTwoKeysBindBothKeys() {
        TenantService overtaken = fixture.overtaken(ServiceFixture.GENEROUS, () -> assertTrue(service.importAccount(one.settings(), fixture.named("first", 1)).isRight()));

        assertEquals(Either.right(one), overtaken.importAccount(one.settings(), fixture.named("second", 1)));

        assertEquals(
                Either.left(new ImportRefusal.KeyReused()), service.importAccount(other.settings(), fixture.named("second", 2)));
    }

    private AccountRef standing() {
        Address account = fixture.account(RIVAL);
        return fixture.service(RIVAL).account(account).get().ref();
    }

    private Array<AccountRef> held() {
        return service.accounts(10).items().map(TenantAccount::ref).toArray();
    }
}
