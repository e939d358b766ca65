package dev.mandate.app.crash;

import dev.mandate.engine.parts.EngineSettings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances on one store race for what a limit leaves. */
class EngineLimitRaceTest {

    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long SOL = 1_000_000_000;
    private static final int CALLERS = 8;
    private static final WaitPolicy.Wait AT_ONCE = new WaitPolicy.Wait(2, Duration.ZERO);
    private static final Caller ACME =
            new Caller(new Tenant("acme"), new ApiKeyId("key_0000000000000001"), HashSet.of(Scope.values()));

    private final SimulatedChain chain = new SimulatedChain(START);
    private final TestKeyVault vault = new TestKeyVault();
    private final TestOperatorKey operator = new TestOperatorKey("race");
    private final TestKey ann = TestKey.of("race/ann");
    private final Address shop = TestKey.of("race/shop").address();
    private final AtomicInteger nonces = new AtomicInteger();

    @Test
    void onSqliteTheyNeverSpendMoreThanTheAmount(@TempDir Path folder) throws InterruptedException, ExecutionException {
        try (JournalStore store = SqliteStore.open(folder).get()) {
            race(store, store);
        }
    }

    @Test
    void onPostgresTheyNeverSpendMoreThanTheAmount() throws SQLException, InterruptedException, ExecutionException {
        try (TestSchema schema = TestSchema.make();
                JournalStore one = PostgresStore.open(PostgresSettings.parse(schema.url()).get()).get();
                JournalStore other = PostgresStore.open(PostgresSettings.parse(schema.url()).get()).get()) {
            race(one, other);
        }
    }

    private TenantService service(JournalStore store) {
        return Engines.builder()
                .network(Network.DEVNET, chain, operator)
                .journal(store.journal())
                .clock(() -> START)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .authorities(new AuthorityPorts(vault, new BouncyCastleAuthorityKeys(), new TestTokenHash(), Option.none()))
                .settings(EngineSettings.DEFAULT.withWaits(new WaitPolicy(AT_ONCE, AT_ONCE, AT_ONCE)))
                .build()
                .service(Network.DEVNET, ACME.tenant())
                .get();
    }

    private void race(JournalStore one, JournalStore other) throws InterruptedException, ExecutionException {
        chain.fund(operator.feePayer(), BaseUnits.of(100 * SOL));
        chain.fund(ann.address(), BaseUnits.of(100 * SOL));
        chain.fund(shop, BaseUnits.of(SOL));
        Array<TenantService> services = Array.of(service(one), service(other));
        Address account = services.head()
                .create(ACME.keyLine(), new CreationOrder(Command.CreateAccount.ofEquals(1, ann.address())), new Retry.Unnamed())
                .get()
                .account()
                .address();
        chain.fund(account, BaseUnits.of(1_000 * SOL));
        assertEquals(3, spent(services, account, PolicyPeriod.YEAR));
        assertEquals(1, spent(services, account, PolicyPeriod.ONE_TIME));
        assertEquals(4 * 3 * SOL, lamports(shop) - SOL);
    }

    /** How many of those who ask for 3 of 10 spend it. */
    private int spent(Array<TenantService> services, Address account, PolicyPeriod period) throws InterruptedException, ExecutionException {
        Address limit = granted(services.head(), account, period);
        AtomicInteger submitted = new AtomicInteger();
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            Array<Future<?>> calls = Array.range(0, CALLERS).map(caller -> callers.submit(() -> {
                TenantService service = services.get(caller % 2);
                BuildRequest.UseLimit use =
                        new BuildRequest.UseLimit(account, limit, ann.address(), shop, BaseUnits.of(3 * SOL), BuildOptions.DEFAULT);
                service.reserveUse(use, intent(use), new Retry.Unnamed()).forEach(reserved -> {
                    assertTrue(submitted(service, account, reserved.unsigned().transaction()));
                    submitted.incrementAndGet();
                });
            }));
            for (Future<?> call : calls) {
                var unused = call.get();
            }
        }
        return submitted.get();
    }

    private Address granted(TenantService service, Address account, PolicyPeriod period) {
        TransactionPlan plan = service
                .build(new BuildRequest.AddLimit(
                        account,
                        new PolicyTerms(
                                TestKey.of("race/create key " + period).address(),
                                0,
                                new Token.Sol(),
                                BaseUnits.of(10 * SOL),
                                period,
                                Array.of(ann.address()),
                                Array.empty(),
                                Option.none()),
                        new Authority.Vote(Array.of(ann.address())),
                        BuildOptions.DEFAULT))
                .get();
        assertTrue(submitted(service, account, plan.single().unsigned().transaction()));
        return plan.limit().get();
    }

    private boolean submitted(TenantService service, Address account, Bytes transaction) {
        return service.submit(account, KeyRing.of(ann).sign(transaction), Array.empty(), Array.empty(), new Retry.Unnamed()).isRight();
    }

    private SignedIntent intent(BuildRequest.UseLimit use) {
        IntentTerms terms = IntentTerms.of("spending_limit_use")
                .with("limit", use.limit().toString())
                .with("signer", use.signer().toString())
                .with("destination", use.destination().toString())
                .with("amount", use.amount().toString());
        Intent intent = new Intent(
                Network.DEVNET,
                use.account(),
                terms,
                new IntentNonce("%032x".formatted(nonces.incrementAndGet())),
                START.plusSeconds(3_600));
        return new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(new SignedIntent.By(ann.address(), ann.sign(intent.bytes()).bytes())));
    }

    private long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address).get().lamports().bits();
    }
}
