package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Builders start no work, and leave a bounded number of keys and limits behind. */
class UnlandedBuildsTest {

    private static final long DAY = EngineLimitFixture.DAY;
    private static final long SOL = EngineLimitFixture.SOL;
    private static final int MOST = UnlandedKeys.MOST_OF_ACCOUNT;

    private final SimulatedChain chain = new SimulatedChain(EngineLimitFixture.START);
    private final EngineLimitFixture fixture = new EngineLimitFixture(chain, chain);
    private int owners;
    private int signersMade;

    @AfterEach
    @AfterTry
    void logIsSound() {
        fixture.assertLogIsSound();
    }

    enum Step {
        BUILD_LIMIT,
        BIND_SIGNER,
        HALF_A_DAY
    }

    @Provide
    Arbitrary<Array<Step>> steps() {
        return Arbitraries.frequencyOf(
                        net.jqwik.api.Tuple.of(8, Arbitraries.just(Step.BUILD_LIMIT)),
                        net.jqwik.api.Tuple.of(4, Arbitraries.just(Step.BIND_SIGNER)),
                        net.jqwik.api.Tuple.of(1, Arbitraries.just(Step.HALF_A_DAY)))
                .list()
                .ofMinSize(20)
                .ofMaxSize(60)
                .map(Array::ofAll);
    }

    @Tag("full")
    @Property(tries = 20)
    void keysStayUnderTheBoundAndNoWorkIsDue(@ForAll("steps") Array<Step> steps) {
        UnlandedBuildsTest each = new UnlandedBuildsTest();
        steps.forEach(each::play);
        assertTrue(each.fixture.vault.keys() <= MOST + each.signersMade, () -> each.fixture.vault.keys() + " keys");
        assertTrue(each.waiting().all().count(key -> !key.isFree()) <= MOST);
        assertEquals(Array.empty(), each.fixture.journal.outbox().claim(Claim.of(EngineLimitRepository.TOPIC, each.fixture.now(), 1)).toArray());
        each.logIsSound();
    }

    private void play(Step step) {
        switch (step) {
            case BUILD_LIMIT -> assertMadeOrFull(limit());
            case BIND_SIGNER -> {
                Either<BuildRefusal, Address> made = signer();
                signersMade += made.isRight() ? 1 : 0;
                assertMadeOrFull(made);
            }
            case HALF_A_DAY -> fixture.pass(DAY / 2 + 1);
        }
    }

    private static void assertMadeOrFull(Either<BuildRefusal, ?> made) {
        assertTrue(made.isRight() || made.getLeft() instanceof BuildRefusal.TooManyUnlanded, made::toString);
    }

    @Test
    void theNextOneIsRefusedUntilOneLands() {
        Array<TransactionPlan> built = Array.fill(MOST, () -> limit().get());
        BuildRefusal full = new BuildRefusal.TooManyUnlanded(Option.some(fixture.account), MOST);
        assertEquals(Either.left(full), limit());
        assertEquals(Either.left(full), signer());

        fixture.land(built.head());
        assertTrue(signer().isRight());
        assertEquals(Either.left(full), limit());
    }

    @Test
    void aLimitThatLandsIsWatchedFromThenOn() {
        TransactionPlan built = limit().get();
        Address limit = built.limit().get();
        assertEquals(LimitPresence.BUILT, fixture.limit(limit).presence());
        fixture.land(built);
        assertEquals(LimitPresence.LANDED, fixture.limit(limit).presence());
        assertEquals(Array.empty(), waiting().all());
    }

    @Test
    void whatCanNoLongerLandIsForgottenADayLaterAndItsKeyIsUsedAgain() {
        Array<Address> old = Array.fill(MOST, () -> limit().get().limit().get());
        fixture.pass(DAY + 1);
        Array<Address> young = Array.fill(MOST, () -> limit().get().limit().get());

        assertEquals(MOST, fixture.vault.keys());
        assertEquals(Array.fill(MOST, Option.some(Ending.REMOVED)), old.map(limit -> fixture.limit(limit).ended()));
        assertEquals(
                old.map(limit -> fixture.limit(limit).subject().policyKey()).toSet(),
                young.map(limit -> fixture.limit(limit).subject().policyKey()).toSet());
        assertTrue(limit().isLeft());
    }

    /** Its address was told. With another owner a stranger would sign wherever it is used. */
    @Test
    void aSignersKeyStaysWithItsOwnerAndCountsForADay() {
        Array<Address> signers = Array.fill(MOST, () -> signer().get());
        assertTrue(signer().isLeft());
        fixture.pass(DAY + 1);
        Array<Address> next = Array.fill(MOST, () -> signer().get());

        assertEquals(2 * MOST, signers.appendAll(next).distinct().length());
        assertEquals(
                Array.range(1, MOST + 1),
                Array.range(1, MOST + 1)
                        .filter(owner -> fixture.service().boundSigner(owner(owner), IntentFormat.SHA256).contains(signers.get(owner - 1))));
        assertTrue(signers.forAll(signer -> fixture.service().authorityOf(signer).isDefined()));
    }

    @Test
    void aSignerThatLandsCountsNoLonger() {
        Array<Address> signers = Array.fill(MOST, () -> signer().get());
        assertTrue(signer().isLeft());
        fixture.land(settings(signers.head()).get());

        assertTrue(signer().isRight());
        assertTrue(signer().isLeft());
    }

    @Test
    void aKeyStaysWithItsLimitWhileAForkMayGiveBackTheNonceOfItsTransaction() {
        Address nonce = allowedNonce();
        Address old = limit(BuildOptions.DEFAULT.withNonce(nonce)).get().limit().get();
        fixture.pass(DAY + 1);
        chain.delayFinality();
        advance(nonce);
        Address second = limit().get().limit().get();
        assertNotEquals(policyKey(old), policyKey(second));
        assertEquals(Option.none(), fixture.limit(old).ended());

        chain.finalizeAll();
        Address third = limit().get().limit().get();
        assertEquals(policyKey(old), policyKey(third));
        assertEquals(Option.some(Ending.REMOVED), fixture.limit(old).ended());
    }

    private Address policyKey(Address limit) {
        return fixture.limit(limit).subject().policyKey();
    }

    private Address allowedNonce() {
        Address nonce = TestKey.of("limits/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, fixture.ann.address(), new Blockhash(Bytes32.of(nonce.toArray())), BaseUnits.of(5_000));
        chain.put(nonce, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        SignedIntent intent =
                fixture.intent(fixture.ann, IntentTerms.of("nonce_account_allow").with("nonce_account", nonce.toString()));
        assertEquals(Either.right(nonce), fixture.service().nonces().allow(fixture.account, nonce, intent, new Retry.Unnamed()));
        return nonce;
    }

    private void advance(Address nonce) {
        Blockhash blockhash = chain.latestBlockhash().get().blockhash();
        Message message = new Message(
                MessageVersion.LEGACY,
                fixture.ann.address(),
                blockhash,
                Array.of(SystemProgram.advanceNonce(nonce, fixture.ann.address())),
                Array.empty());
        assertTrue(chain.send(TestTransactions.signed(message, Array.of(fixture.ann))).isRight());
    }

    /** The lost commits may have given the key to another limit. */
    @Test
    void aPolicyKeyThatCouldBeFreeWhenCommitsWereLostIsNotUsedAgain() {
        Address old = limit().get().limit().get();
        fixture.pass(DAY + 1);
        EngineLimitFixture.Restored restored = fixture.restored(fixture.journal.copy());
        TransactionPlan next = restored.service()
                .build(new BuildRequest.AddLimit(
                        fixture.account,
                        fixture.terms(PolicyPeriod.YEAR, SOL),
                        new Authority.Vote(Array.of(fixture.ann.address())),
                        BuildOptions.DEFAULT))
                .get();

        assertNotEquals(
                restored.service().engineLimit(fixture.account, old).get().subject().policyKey(),
                restored.service().engineLimit(fixture.account, next.limit().get()).get().subject().policyKey());
    }

    private UnlandedKeys waiting() {
        return new UnlandedKeys(new TenantJournal(
                fixture.journal, fixture::now, EngineLimitFixture.ACME.tenant(), Network.DEVNET));
    }

    private Either<BuildRefusal, TransactionPlan> limit() {
        return limit(BuildOptions.DEFAULT);
    }

    private Either<BuildRefusal, TransactionPlan> limit(BuildOptions options) {
        return fixture.service()
                .build(new BuildRequest.AddLimit(
                        fixture.account,
                        fixture.terms(PolicyPeriod.YEAR, SOL),
                        new Authority.Vote(Array.of(fixture.ann.address())),
                        options));
    }

    private Either<BuildRefusal, Address> signer() {
        return fixture.service().signerForBuild(Option.some(fixture.account), owner(++owners), IntentFormat.SHA256);
    }

    private static Secp256k1PublicKey owner(int number) {
        return new Secp256k1PublicKey(Bytes.ofHex("02" + "%064x".formatted(number)));
    }

    private Either<BuildRefusal, TransactionPlan> settings(Address signer) {
        return fixture.service()
                .build(new BuildRequest.ChangeSettings(
                        fixture.account,
                        Array.of(new SettingsEdit.AddSigners(Array.of(new Signer(signer, Permissions.ALL)))),
                        new Authority.Vote(Array.of(fixture.ann.address())),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT));
    }
}
