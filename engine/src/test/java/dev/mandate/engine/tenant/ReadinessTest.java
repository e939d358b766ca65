package dev.mandate.engine.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.readiness.LastMail;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.ports.api.tenant.Readiness.MailOutcome;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Writability;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.api.tenant.Readiness.StoreHealth;
import dev.mandate.ports.api.tenant.Readiness.VaultHealth;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.engine.Engines;
import dev.mandate.simulator.keys.TestKeyVault;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import dev.mandate.ports.api.tenant.Readiness;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What the service says of what it stands on. */
class ReadinessTest {

    private static final CodeMail MAIL = new CodeMail(
            EmailAddress.parse("ann@example.com").get(), new ChallengeId("otp_" + "0".repeat(32)), new OneTimeCode("123456"), Option.none(), ServiceFixture.START);

    private final ServiceFixture fixture = new ServiceFixture();

    private Readiness over(Supplier<Writability> writability) {
        Journal journal = (Journal) Proxy.newProxyInstance(
                Journal.class.getClassLoader(), new Class<?>[] {Journal.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("writability")) {
                        return writability.get();
                    }
                    try {
                        return method.invoke(fixture.journal, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return fixture.engine(fixture.devnet, journal, ServiceFixture.GENEROUS).readiness();
    }

    @Test
    void aStoreThatTakesWritesIsReady() {
        Readiness readiness = over(() -> Writability.WRITABLE);

        assertEquals(StoreHealth.ANSWERS, readiness.store());
        assertEquals(Health.ANSWERS, readiness.all());
    }

    @Test
    void aStoreThatTakesNoWritesIsNotThoughItCanBeRead() {
        Readiness readiness = over(() -> Writability.READ_ONLY);

        assertEquals(StoreHealth.READ_ONLY, readiness.store());
        assertEquals(Health.SILENT, readiness.all());
    }

    @Test
    void aVaultThatIsAwayIsSilentAndAnswersAfterItsReturn(@TempDir Path folder) {
        TestKeyVault vault = new TestKeyVault();
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        Engines engines = fixture.engine(VaultOperatorKey.open(vault, secret, CreationSecret.derivedFrom(secret)).get());
        assertEquals(VaultHealth.ANSWERS, engines.readiness().vault());
        vault.silent(true);
        assertEquals(VaultHealth.SILENT, engines.readiness().vault());
        assertEquals(Health.SILENT, engines.readiness().all());
        vault.silent(false);

        assertEquals(Health.ANSWERS, engines.readiness().all());
    }

    @Test
    void oneNetworkThatIsSilentMakesAServiceOfTwoNotReady() {
        FaultyChain line = new FaultyChain(fixture.devnet, ProcessFault.never(), () -> FaultyChain.Line.LOST, sent -> {});
        Readiness readiness = fixture.engine(line, fixture.journal, ServiceFixture.GENEROUS).readiness();

        assertEquals(Health.SILENT, readiness.chains().get(Network.DEVNET).get());
        assertEquals(Health.ANSWERS, readiness.chains().get(Network.MAINNET).get());
        assertEquals(Health.SILENT, readiness.all());
    }

    @Test
    void clocksAndWatchersAreShownAndDecideNothing() {
        Engines engines = fixture.engine();
        assertEquals(HashMap.of(Network.DEVNET, 0L, Network.MAINNET, 0L), engines.readiness().background().clockDifferenceSeconds());
        fixture.now = fixture.now.plusSeconds(100);
        AccountWatcher watcher = engines.watchers().find(each -> each.network().equals(Network.DEVNET)).get();
        assertEquals(Option.none(), engines.readiness().background().watched().get(Network.DEVNET).get());
        assertEquals(Option.none(), watcher.round(() -> true));

        Readiness readiness = engines.readiness();
        assertEquals(Option.some(-100L), readiness.background().clockDifferenceSeconds().get(Network.DEVNET));
        assertEquals(Option.some(fixture.now), readiness.background().watched().get(Network.DEVNET).get());
        assertEquals(Option.none(), readiness.background().mail());
        assertEquals(Health.ANSWERS, readiness.all());
    }

    @Test
    void theLastMailCounts() throws InterruptedException {
        Array<Option<MailFault>> outcomes = Array.of(
                Option.none(), Option.some(new MailFault.Temporary("busy")), Option.some(new MailFault.Permanent("unknown")));
        LastMail last = new LastMail(() -> ServiceFixture.START);
        Array<MailOutcome> told = Array.empty();
        for (Option<MailFault> outcome : outcomes) {
            assertEquals(outcome, last.remembered(mail -> outcome).send(MAIL));
            told = told.appendAll(last.last().map(Readiness.MailAttempt::outcome));
        }

        assertEquals(Array.of(MailOutcome.values()), told);
    }

    @Test
    void aStoreThatGivesNoAnswerIsSilent() {
        Readiness readiness = over(() -> {
            throw new JournalUnavailableException(Effect.NONE, "away");
        });

        assertEquals(StoreHealth.SILENT, readiness.store());
    }
}
