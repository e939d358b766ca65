package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.engine.Engines;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.keys.InterceptedOperatorKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.simulator.keys.TestOperatorKey;
import io.vavr.collection.Array;
import io.vavr.collection.Iterator;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An order that is repeated, overtaken, lost or cut short: it comes to one account at the most, which is paid for once. */
class CreateRecoveryTest {

    private static final Retry ONCE = new Retry.Unnamed();

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final TenantService service = fixture.service(ACME);

    @Test
    void anOrderThatIsRepeatedUnderItsNameIsTheSameAccount() {
        Creation first = service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        long paid = fixture.lamports(fixture.operator.feePayer());

        assertEquals(Either.right(first), service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)));
        assertEquals(
                Either.left(new CreationRefusal.KeyReused()), service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 2)));
        assertEquals(paid, fixture.lamports(fixture.operator.feePayer()));
    }

    @Test
    void anOvertakenOrderGetsTheSameAnswerAtTheQuota() {
        overtakenIsAnsweredAlike(new CreationAllowance(ServiceFixture.GENEROUS.lamportsPerTenantPerDay(), 1));
    }

    @Test
    void anOvertakenOrderGetsTheSameAnswerAtTheBudget() {
        long cost = fixture.costOfOne();
        overtakenIsAnsweredAlike(new CreationAllowance(BaseUnits.of(2 * cost), 100));
    }

    @Test
    void anOvertakenOrderGetsTheSameAnswerAtTheFeePayersMinimum() {
        fixture.setFeePayersBalance(fixture.costOfOne() + fixture.devnet.rentExemptMinimum(0).get().bits());
        overtakenIsAnsweredAlike(ServiceFixture.GENEROUS);
    }

    private void overtakenIsAnsweredAlike(CreationAllowance allowance) {
        Set<Creation> first = new LinkedHashSet<>();

        Creation second = fixture.overtaken(allowance, () -> first.add(
                        fixture.service(ACME, allowance).create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get()))
                .create(ACME.keyLine(), fixture.order(), fixture.named("key", 1))
                .get();

        assertEquals(Set.of(second), first);
    }

    @Test
    void withTheChainDownTheAddressIsKnownAndTheAccountComesLater() {
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        assertEquals(Creation.Status.PENDING, pending.status());
        assertInstanceOf(
                Submission.State.Unknown.class,
                service.submission(pending.submission()).get().state());

        work();

        Creation created = service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(pending.account(), created.account());
        assertTrue(service.account(created.account().address()).isRight());
    }

    @Test
    void aRepetitionIsAnsweredWithTheSameSubmissionAlsoAfterTheFirstHasExpired() {
        TenantService deaf = fixture.deaf();
        Creation pending = deaf.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        fixture.letNothingLandAnyMore();
        work();

        Creation repeated = deaf.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();

        assertEquals(pending, repeated);
        Submission shown = service.submission(pending.submission()).get();
        assertEquals(pending.submission(), shown.id());
        assertFalse(shown.state() instanceof Submission.State.Expired, "another one is on its way");
    }

    @Test
    void anExpiredCreationIsRenewedAtTheSameAddressAndPaidOnce() {
        long before = fixture.lamports(fixture.operator.feePayer());
        Creation pending = fixture.deaf().create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        fixture.letNothingLandAnyMore();

        work();
        work();

        Creation created = service.create(ACME.keyLine(), fixture.order(), fixture.named("key", 1)).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(pending.account(), created.account());
        assertEquals(pending.submission(), created.submission());
        Submission shown = service.submission(pending.submission()).get();
        assertEquals(pending.submission(), shown.id());
        assertInstanceOf(Submission.State.Confirmed.class, shown.state());
        long cost = before - fixture.lamports(fixture.operator.feePayer());
        assertInstanceOf(
                CreationRefusal.BudgetSpent.class,
                fixture.service(ACME, new CreationAllowance(BaseUnits.of(2 * cost - 1), 100))
                        .create(ACME.keyLine(), fixture.order(), ONCE)
                        .getLeft());
        assertTrue(fixture.service(ACME, new CreationAllowance(BaseUnits.of(2 * cost), 100))
                .create(ACME.keyLine(), fixture.order(), ONCE)
                .isRight());
    }

    /** Nodes may have forgotten its transaction by then, but the account they have or have not. */
    @Test
    void aPendingCreationIsCompletedAfterADay() {
        Creation pending = pending();
        fixture.letNodesForget();

        work();
        work();

        assertStands(pending);
    }

    @Test
    void anExistingAccountIsCreatedEvenIfItsTransactionIsForgotten() {
        Engines forgetful = fixture.engine(forgetting(fixture.devnet), fixture.journal, ServiceFixture.GENEROUS);
        Creation pending = forgetful
                .service(Network.DEVNET, ACME.tenant())
                .get()
                .create(ACME.keyLine(), fixture.order(), lasting())
                .get();
        assertEquals(Creation.Status.PENDING, pending.status());
        long paid = fixture.lamports(fixture.operator.feePayer());
        fixture.letNodesForget();

        work(forgetful);

        assertStands(pending);
        assertEquals(paid, fixture.lamports(fixture.operator.feePayer()));
    }

    /** Somebody started a server with another secret on the same journal. */
    @Test
    void anotherOperatorDoesNotCompleteTheOrder() {
        Creation pending = pending();
        fixture.letNothingLandAnyMore();
        OperatorKey stranger = new TestOperatorKey("stranger");
        fixture.devnet.fund(stranger.feePayer(), BaseUnits.of(100 * ServiceFixture.SOL));

        work(fixture.engine(stranger));
        work(fixture.engine(stranger));
        assertEquals(100 * ServiceFixture.SOL, fixture.lamports(stranger.feePayer()));
        work();
        work();

        assertStands(pending);
    }

    @Test
    void aRecordedCreationIsAnsweredDespiteASigningFault() {
        OperatorKey broken = new InterceptedOperatorKey(fixture.operator, () -> {
            throw new IllegalStateException("the key does not answer");
        });
        TenantService faulty = fixture.engine(broken).service(Network.DEVNET, ACME.tenant()).get();

        Creation pending = faulty.create(ACME.keyLine(), fixture.order(), lasting()).get();

        assertEquals(Creation.Status.PENDING, pending.status());
        work();
        assertStands(pending);
    }

    private OperatorKey paying(TestKeyVault vault, Path folder) {
        OperatorSecret secret = OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get();
        OperatorKey operator = VaultOperatorKey.open(vault, secret, CreationSecret.derivedFrom(secret)).get();
        fixture.devnet.fund(operator.feePayer(), BaseUnits.of(100 * ServiceFixture.SOL));
        return operator;
    }

    @Test
    void nothingIsOrderedWhileTheVaultIsAway(@TempDir Path folder) {
        TestKeyVault vault = new TestKeyVault();
        TenantService paying = fixture.engine(paying(vault, folder)).service(Network.DEVNET, ACME.tenant()).get();
        vault.silent(true);
        for (int repetition = 0; repetition < 2; repetition++) {
            assertEquals(
                    Either.left(new CreationRefusal.NotBuilt(new BuildRefusal.VaultSilent(new VaultFault.Unavailable("silent")))),
                    paying.create(ACME.keyLine(), fixture.order(), lasting()));
        }
        assertTrue(paying.accounts(10).items().isEmpty());
        vault.silent(false);

        assertStands(paying.create(ACME.keyLine(), fixture.order(), lasting()).get());
    }

    @Test
    void anOrderWhoseVaultGoesAwayIsPendingUntilItSignsAgain(@TempDir Path folder) {
        TestKeyVault vault = new TestKeyVault();
        OperatorKey operator = paying(vault, folder);
        Engines engine = fixture.engine(new InterceptedOperatorKey(operator, () -> vault.silent(true)));

        Creation pending = engine.service(Network.DEVNET, ACME.tenant()).get().create(ACME.keyLine(), fixture.order(), lasting()).get();
        work(engine);
        assertEquals(Creation.Status.PENDING, pending.status());
        vault.silent(false);
        work(fixture.engine(operator));

        assertStands(pending);
        assertTrue(fixture.lamports(operator.feePayer()) < 100 * ServiceFixture.SOL);
    }

    private void assertStands(Creation ordered) {
        Creation created = service.create(ACME.keyLine(), fixture.order(), lasting()).get();
        assertEquals(Creation.Status.CREATED, created.status());
        assertEquals(ordered.account(), created.account());
        assertTrue(service.account(ordered.account().address()).isRight());
    }

    /** A name by which an order is known for longer than nodes remember. */
    private static Retry lasting() {
        return new Retry.Named(
                new RequestKey("acme", "lasting"), Bytes32.of(new byte[32]), ServiceFixture.START.plusSeconds(864_000));
    }

    private Creation pending() {
        return fixture.deaf().create(ACME.keyLine(), fixture.order(), lasting()).get();
    }

    /** A chain that has never seen any transaction. */
    private static Chain forgetting(Chain chain) {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, asked, given) ->
                switch (asked.getName()) {
                    case "statuses" -> Either.right(((Seq<?>) given[0]).map(signature -> Option.none()));
                    case "statusAtHeight" -> chain.blockHeight().map(height -> new StatusAtHeight(height, Option.none()));
                    case "history" -> Either.right(Option.some(Array.empty()));
                    default -> asked.invoke(chain, given);
                });
    }

    /** What the workers would do, once round. */
    private void work() {
        work(fixture.engine());
    }

    private void work(Engines engine) {
        work(fixture, engine);
    }

    /** What the workers of {@code engine} would do, once round. */
    static void work(ServiceFixture fixture, Engines engine) {
        fixture.now = fixture.now.plusSeconds(100);
        Array<Delivery> due = Iterator.continually(() -> fixture.journal.outbox().claim(Claim.of(SubmissionRepository.TOPIC, fixture.now, 60)))
                .takeWhile(Option::isDefined)
                .map(Option::get)
                .toArray();
        for (Delivery delivery : due) {
            try {
                if (handler(engine).deliver(delivery).isEmpty()) {
                    assertEquals(Option.none(), fixture.journal.outbox().done(delivery.lease()));
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static MessageHandler handler(Engines engine) {
        return engine.work().find(work -> work.topic().equals(SubmissionRepository.TOPIC)).get().handler();
    }
}
