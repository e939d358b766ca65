package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static dev.mandate.engine.tenant.ServiceFixture.SOL;
import static dev.mandate.engine.tenant.ServiceFixture.assertConfirmed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.NonceRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Transactions with a durable nonce are taken only if the account's threshold has allowed it. */
class DurableNonceTest {

    private static final long DAY = 86_400;

    @RegisterExtension
    final ServiceFixture fixture = new ServiceFixture();

    private final TenantService service = fixture.service(ACME);
    private Address account;
    private Address nonce;

    @BeforeEach
    void theAccountStands() {
        account = fixture.account(ACME);
        nonce = nonceOf(fixture.ann.address(), "nonce");
    }

    private Address nonceOf(Address authority, String name) {
        Address address = TestKey.of("town/" + name).address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, authority, new Blockhash(Bytes32.of(address.toArray())), BaseUnits.of(5_000));
        fixture.devnet.put(address, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        return address;
    }

    private SignedIntent intent(String action, Address nonceAccount, TestKey... by) {
        Intent intent = new Intent(
                Network.DEVNET,
                account,
                IntentTerms.of(action).with("nonce_account", nonceAccount.toString()),
                new IntentNonce(Bytes.of(Sha256.of(action + nonceAccount + fixture.now + by.length).toArray()).toHex()),
                fixture.now.plusSeconds(600));
        return new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(by).map(key -> new SignedIntent.By(key.address(), key.sign(intent.bytes()).bytes())));
    }

    private SignedIntent byBoth(String action, Address nonceAccount) {
        return intent(action, nonceAccount, fixture.ann, fixture.bob);
    }

    private Either<NonceRefusal, Address> allow(Address nonceAccount) {
        return service.nonces().allow(account, nonceAccount, byBoth("nonce_account_allow", nonceAccount), new Retry.Unnamed());
    }

    private Either<NonceRefusal, Address> withdraw(Address nonceAccount) {
        return service.nonces()
                .withdraw(account, nonceAccount, byBoth("nonce_account_withdraw", nonceAccount), new Retry.Unnamed());
    }

    private Array<Address> allowed(TenantService of) {
        return of.nonces().of(account).get().map(NonceListing.AllowedNonce::account).toArray();
    }

    private TransactionPlan change(long timeLock) {
        return fixture.change(service, account, timeLock, BuildOptions.DEFAULT.withNonce(nonce));
    }

    private Either<SubmissionRefusal, Submission> submit(Bytes transaction) {
        return service.submit(account, transaction, Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    private void pass(long seconds) {
        fixture.devnet.advance(seconds);
        fixture.now = fixture.now.plusSeconds(seconds);
    }

    @Test
    void aTransactionSignedDaysBeforeLandsAndTheNonceServesAgain() {
        assertEquals(Either.right(nonce), allow(nonce));
        Bytes signed = fixture.signed(change(60));

        pass(3 * DAY);
        assertConfirmed(submit(signed).get());
        assertConfirmed(submit(signed).get());

        Bytes next = fixture.signed(change(120));
        assertNotEquals(signed, next);
        pass(3 * DAY);
        assertConfirmed(submit(next).get());
    }

    /** A journal from before the nonce was allowed does not allow it. */
    @Test
    void answersWithTheLandedTransactionIfThePermissionWasLost() {
        InMemoryJournal backup = fixture.journal.copy();
        assertTrue(allow(nonce).isRight());
        Bytes signed = fixture.signed(change(60));
        Submission landed = submit(signed).get();
        pass(3 * DAY);

        Submission again = fixture.engine(fixture.devnet, backup, ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get()
                .submit(account, signed, Array.empty(), Array.empty(), new Retry.Unnamed())
                .get();

        assertEquals(Array.of(landed.signature(), landed.state()), Array.of(again.signature(), again.state()));
    }

    @Test
    void ofTwoTransactionsWithOneValueOneLands() {
        assertTrue(allow(nonce).isRight());
        Bytes first = fixture.signed(change(60));
        Bytes second = fixture.signed(change(120));

        assertConfirmed(submit(first).get());
        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(second).getLeft());
    }

    /** A client that is told of an expiry signs another transaction, and would pay twice. */
    @Test
    void aTransactionIsNotCalledExpiredWhileAForkMayGiveBackItsNonce() {
        Bytes second = refusedWhileTheAdvanceIsNotFinal();

        fixture.devnet.fork();

        assertConfirmed(submit(second).get());
    }

    private Bytes refusedWhileTheAdvanceIsNotFinal() {
        assertTrue(allow(nonce).isRight());
        Bytes first = fixture.signed(change(60));
        Bytes second = fixture.signed(change(120));
        fixture.devnet.delayFinality();
        assertTrue(fixture.devnet.send(first).isRight());
        assertEquals(Either.left(new SubmissionRefusal.HistoryIncomplete()), submit(second));
        return second;
    }

    @Test
    void aTransactionExpiresOnceTheAdvanceOfItsNonceIsFinal() {
        Bytes second = refusedWhileTheAdvanceIsNotFinal();

        fixture.devnet.finalizeAll();

        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(second).getLeft());
    }

    /** It failed because another transaction took its index. The fork takes back both. */
    @Test
    void whatLandedBeforeItWasSubmittedLandsAgainAfterAForkAndALongTime() {
        assertTrue(allow(nonce).isRight());
        Bytes signed = fixture.signed(change(60));
        Bytes other = fixture.signed(fixture.change(service, account, 120));
        fixture.devnet.delayFinality();
        assertTrue(fixture.devnet.send(other).isRight());
        assertTrue(fixture.devnet.sendWithoutPreflight(signed).isRight());
        Submission failed = submit(signed).get();
        assertInstanceOf(Submission.State.Sent.class, failed.state());

        fixture.devnet.fork();
        fixture.letNothingLandAnyMore();
        CreateRecoveryTest.work(fixture, fixture.engine());
        CreateRecoveryTest.work(fixture, fixture.engine());

        assertConfirmed(service.submission(failed.id()).get());
    }

    @Test
    void fewerThanTheThresholdAllowAndWithdrawNothing() {
        for (TestKey one : Array.of(fixture.ann, fixture.bob)) {
            assertInstanceOf(
                    IntentRefusal.BelowThreshold.class,
                    ((NonceRefusal.ByIntent) service.nonces()
                                    .allow(account, nonce, intent("nonce_account_allow", nonce, one), new Retry.Unnamed())
                                    .getLeft())
                            .why());
        }
        assertEquals(Array.empty(), allowed(service));

        assertTrue(allow(nonce).isRight());
        assertTrue(service.nonces()
                .withdraw(account, nonce, intent("nonce_account_withdraw", nonce, fixture.ann), new Retry.Unnamed())
                .isLeft());
        assertEquals(Array.of(nonce), allowed(service));
    }

    /** The intent of the other action, and of another nonce account. */
    @Test
    void anIntentAllowsOnlyItsOwnActionAndNonce() {
        Address other = nonceOf(fixture.ann.address(), "other");

        assertEquals(
                Either.left(new NonceRefusal.ByIntent(new IntentRefusal.Mismatch(Array.of("action")))),
                service.nonces().allow(account, nonce, byBoth("nonce_account_withdraw", nonce), new Retry.Unnamed()));
        assertEquals(
                Either.left(new NonceRefusal.ByIntent(new IntentRefusal.Mismatch(Array.of("nonce_account")))),
                service.nonces().allow(account, nonce, byBoth("nonce_account_allow", other), new Retry.Unnamed()));
    }

    @Test
    void anIntentIsUsedOnceAndARepetitionUnderItsKeyGetsTheSameAnswer() {
        SignedIntent intent = byBoth("nonce_account_allow", nonce);
        Retry named = fixture.named("allow", 1);

        assertEquals(Either.right(nonce), service.nonces().allow(account, nonce, intent, named));
        assertTrue(withdraw(nonce).isRight());
        assertEquals(Either.right(nonce), service.nonces().allow(account, nonce, intent, named));
        assertEquals(
                Either.left(new NonceRefusal.ByIntent(new IntentRefusal.Spent(intent.nonce()))),
                service.nonces().allow(account, nonce, intent, new Retry.Unnamed()));
        assertEquals(
                Either.left(new NonceRefusal.KeyReused()),
                service.nonces().allow(account, nonce, intent, fixture.named("allow", 2)));
        assertEquals(Array.empty(), allowed(service));
    }

    @Test
    void afterItsEndItIsRefusedAgain() {
        assertTrue(allow(nonce).isRight());
        Bytes landed = fixture.signed(change(60));
        assertConfirmed(submit(landed).get());
        Bytes signed = fixture.signed(change(120));

        assertEquals(Either.right(nonce), withdraw(nonce));

        assertEquals(Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))), submit(signed));
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                fixture.tryChange(service, account, 61, BuildOptions.DEFAULT.withNonce(nonce)));
        assertConfirmed(submit(landed).get());
        pass(1);
        assertEquals(Either.left(new NonceRefusal.NotAllowed(nonce)), withdraw(nonce));
    }

    @Test
    void aNonceAllowedByOneTenantIsRefusedForOthers() {
        assertTrue(allow(nonce).isRight());
        Bytes signed = fixture.signed(change(60));
        TenantService rival = fixture.service(RIVAL);
        assertTrue(rival.nonces().of(account).isLeft());
        assertTrue(rival.importAccount(service.account(account).get().ref().settings(), new Retry.Unnamed()).isRight());

        assertEquals(Array.empty(), allowed(rival));
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                fixture.tryChange(rival, account, 60, BuildOptions.DEFAULT.withNonce(nonce)));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                rival.submit(account, signed, Array.empty(), Array.empty(), new Retry.Unnamed()));
    }

    @Test
    void anotherAccountsNonceIsRefused() {
        assertTrue(allow(nonce).isRight());
        Bytes advancing = fixture.signed(change(60));
        Address other = fixture.account(ACME);

        assertTrue(service.submit(other, advancing, Array.empty(), Array.empty(), new Retry.Unnamed()).isLeft());
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                fixture.tryChange(service, other, 60, BuildOptions.DEFAULT.withNonce(nonce)));
    }

    @Test
    void itsAuthorityMustBeASigner() {
        Address stranger = TestKey.of("town/carol").address();
        Address foreign = nonceOf(stranger, "foreign");

        assertEquals(
                Either.left(new NonceRefusal.Unfit(new BuildRefusal.Reviewed(new ReviewFinding.NonceOfStranger(foreign, stranger)))), allow(foreign));
        assertInstanceOf(NonceRefusal.Unfit.class, allow(TestKey.of("town/nothing").address()).getLeft());
        assertInstanceOf(NonceRefusal.Unfit.class, allow(fixture.ann.address()).getLeft());
    }

    /** A signer who leaves the account takes the use of their nonce along, also for what was signed before. */
    @Test
    void itIsRefusedOnceItsAuthorityIsNoSignerAnyMore() {
        TestKey carol = TestKey.of("town/carol");
        fixture.devnet.fund(carol.address(), BaseUnits.of(SOL));
        confirm(new SettingsEdit.AddSigners(Array.of(new Signer(carol.address(), Permissions.ALL))));
        Address hers = nonceOf(carol.address(), "hers");
        assertTrue(allow(hers).isRight());
        nonce = hers;
        Bytes unsigned = change(60).single().unsigned().transaction();
        Bytes signed = fixture.keys.with(carol).sign(unsigned);
        confirm(new SettingsEdit.RemoveSigner(carol.address()));

        ReviewFinding finding = new ReviewFinding.NonceOfStranger(hers, carol.address());
        assertEquals(Either.left(new SubmissionRefusal.Reviewed(finding)), submit(signed));
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(finding)), fixture.tryChange(service, account, 60, BuildOptions.DEFAULT.withNonce(hers)));
    }

    private void confirm(SettingsEdit edit) {
        TransactionPlan plan = service
                .build(new BuildRequest.ChangeSettings(
                        account,
                        Array.of(edit),
                        new Authority.Vote(Array.of(fixture.ann.address(), fixture.bob.address())),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT))
                .get();
        assertConfirmed(submit(fixture.signed(plan)).get());
    }

    @Test
    void anAccountAllowsALimitedNumber() {
        for (int i = 0; i < NonceListing.MOST; i++) {
            assertTrue(allow(nonceOf(fixture.ann.address(), "nonce " + i)).isRight());
        }
        assertEquals(Either.left(new NonceRefusal.TooMany(NonceListing.MOST)), allow(nonce));
    }

    @Test
    void aLostTransactionIsResentWhileTheNonceIsUnchanged() {
        assertTrue(allow(nonce).isRight());
        Bytes elsewhere = fixture.signed(change(120));
        Submission lost = fixture.deaf().submit(account, fixture.signed(change(60)), Array.empty(), Array.empty(), new Retry.Unnamed()).get();

        fixture.letNothingLandAnyMore();
        fixture.letNodesForget();
        CreateRecoveryTest.work(fixture, fixture.engine());
        CreateRecoveryTest.work(fixture, fixture.engine());
        assertConfirmed(service.submission(lost.id()).get());
        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(elsewhere).getLeft());
    }

    @Test
    void aLostOneExpiresOnceTheNonceHasAnotherValue() {
        assertTrue(allow(nonce).isRight());
        Bytes other = fixture.signed(change(120));
        Submission lost = fixture.deaf().submit(account, fixture.signed(change(60)), Array.empty(), Array.empty(), new Retry.Unnamed()).get();

        assertTrue(fixture.devnet.send(other).isRight());
        fixture.letNothingLandAnyMore();
        CreateRecoveryTest.work(fixture, fixture.engine());

        assertInstanceOf(Submission.State.Expired.class, service.submission(lost.id()).get().state());
    }

    @Test
    void aCrashBetweenAnyTwoStepsLosesNoIntentAndSpendsNoneWithoutItsEffect() {
        atEveryStep(
                3,
                other -> {
                    SignedIntent its = other.byBoth("nonce_account_allow", other.nonce);
                    return service -> assertEquals(
                            Either.right(other.nonce),
                            service.nonces().allow(other.account, other.nonce, its, other.fixture.named("allow", 1)));
                },
                other -> assertEquals(Array.of(other.nonce), other.allowed(other.service)));
    }

    @Test
    void aCrashBetweenAnyTwoStepsCreatesOneNonceAccount() {
        long[] before = {0};
        atEveryStep(
                10,
                other -> {
                    before[0] = other.fixture.lamports(other.fixture.ann.address());
                    return other.submitting(other.fixture.keys.with(FRESH)
                            .sign(other.create(other.fixture.ann.address(), BuildOptions.DEFAULT).get().single().unsigned().transaction()));
                },
                other -> {
                    assertEquals(other.nonceRent(), other.fixture.lamports(FRESH.address()));
                    assertEquals(
                            other.nonceRent() + 2 * FEE_OF_A_SIGNATURE, before[0] - other.fixture.lamports(other.fixture.ann.address()));
                });
    }

    @Test
    void aCrashBetweenAnyTwoStepsSpendsTheNonceOnce() {
        atEveryStep(
                10,
                other -> {
                    assertTrue(other.allow(other.nonce).isRight());
                    return other.submitting(other.fixture.signed(other.change(60)));
                },
                other -> {
                    assertEquals(60, other.service.account(other.account).get().settings().timeLock().seconds());
                    assertConfirmed(other.submit(other.fixture.signed(other.change(120))).get());
                });
    }

    /** Submits under one idempotency key, and waits for the end. */
    private Consumer<TenantService> submitting(Bytes transaction) {
        return by -> {
            Submission taken = by.submit(account, transaction, Array.empty(), Array.empty(), fixture.named("submit", 1)).get();
            assertConfirmed(by.awaitFinal(taken.id()).get());
        };
    }

    /**
     * A process does something and dies after so many steps; another one does it again.
     *
     * @param prepared what is done, on accounts of its own
     */
    private static void atEveryStep(
            int least, Function<DurableNonceTest, Consumer<TenantService>> prepared, Consumer<DurableNonceTest> check) {
        int step = 0;
        boolean struck = true;
        while (struck) {
            DurableNonceTest other = new DurableNonceTest();
            other.theAccountStands();
            Consumer<TenantService> act = prepared.apply(other);
            ProcessFault fate = ProcessFault.after(step);
            FaultyChain line = new FaultyChain(other.fixture.devnet, fate, () -> Line.GOOD, sent -> {});
            try {
                act.accept(other.fixture
                        .engine(line, new CrashingJournal(other.fixture.journal, fate), ServiceFixture.GENEROUS)
                        .service(Network.DEVNET, ACME.tenant())
                        .get());
            } catch (Crash dead) {
                assertTrue(fate.isFulfilled());
            }
            act.accept(other.service);
            check.accept(other);
            other.fixture.assertLogIsSound();
            struck = fate.isFulfilled();
            step++;
        }
        assertTrue(step > least, "steps: " + step);
    }

    private static final long FEE_OF_A_SIGNATURE = 5_000;
    private static final TestKey FRESH = TestKey.of("town/fresh nonce");

    private Either<BuildRefusal, TransactionPlan> create(Address authority, BuildOptions options) {
        return service.build(new BuildRequest.CreateNonceAccount(account, FRESH.address(), authority, options));
    }

    private Either<SubmissionRefusal, Submission> submitSigned(Instruction... instructions) {
        return submit(fixture.keys.with(FRESH).sign(fixture.unsigned(fixture.ann.address(), instructions)));
    }

    private Instruction room(long lamports) {
        return SystemProgram.createAccount(
                fixture.ann.address(), FRESH.address(), BaseUnits.of(lamports), NonceAccount.LENGTH, SystemProgram.ID);
    }

    private static Instruction initialize(Address authority) {
        return SystemProgram.encode(new SystemInstruction.InitializeNonce(FRESH.address(), authority));
    }

    @Test
    void aNonceAccountIsCreatedAtTheQuotedCostAndServesOnceItIsAllowed() {
        TransactionPlan plan = create(fixture.ann.address(), BuildOptions.DEFAULT).get();
        long before = fixture.lamports(fixture.ann.address());

        assertConfirmed(submit(fixture.keys.with(FRESH).sign(plan.single().unsigned().transaction())).get());
        assertEquals(plan.single().fee().total().bits(), before - fixture.lamports(fixture.ann.address()));

        nonce = FRESH.address();
        BuildOptions withIt = BuildOptions.DEFAULT.withNonce(nonce);
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))), fixture.tryChange(service, account, 60, withIt));
        assertTrue(allow(nonce).isRight());
        assertConfirmed(submit(fixture.signed(change(60))).get());
    }

    @Test
    void aNonceAccountIsCreatedOnlyForASigner() {
        Address stranger = TestKey.of("town/carol").address();
        ReviewFinding finding = new ReviewFinding.NonceOfStranger(FRESH.address(), stranger);

        assertEquals(Either.left(new BuildRefusal.Reviewed(finding)), create(stranger, BuildOptions.DEFAULT.paidBy(fixture.ann.address())));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(finding)), submitSigned(room(nonceRent()), initialize(stranger)));
    }

    private long nonceRent() {
        return fixture.devnet.rentExemptMinimum(NonceAccount.LENGTH).get().bits();
    }

    /** Its authority could withdraw what is above the rent, and an account that nothing initializes is no nonce account. */
    @Test
    void aCreationGivesNoMoreThanTheRentAndIsWhole() {
        SubmissionRefusal foreign = new SubmissionRefusal.Reviewed(new ReviewFinding.ForeignInstruction(0, SystemProgram.ID));
        Instruction initialize = initialize(fixture.ann.address());

        assertEquals(Either.left(foreign), submitSigned(room(nonceRent() + 1), initialize));
        assertEquals(Either.left(foreign), submitSigned(room(nonceRent())));
        assertEquals(Either.left(foreign), submitSigned(initialize));
        assertEquals(0, fixture.lamports(FRESH.address()));
    }

    /** Bob's money buys a nonce account only if bob is the fee payer. */
    @Test
    void onlyTheFeePayerPaysForANonceAccount() {
        Instruction room = SystemProgram.createAccount(
                fixture.bob.address(), FRESH.address(), BaseUnits.of(nonceRent()), NonceAccount.LENGTH, SystemProgram.ID);

        assertInstanceOf(SubmissionRefusal.class, submitSigned(room, initialize(fixture.ann.address())).getLeft());
        assertEquals(0, fixture.lamports(FRESH.address()));
    }
}
