package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.LimitPresence;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.domain.chain.Network;
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
import org.junit.jupiter.api.Test;

/** Builders start no work, and leave a bounded number of keys and limits behind. */
class UnlandedBuildsTest {

    private static final long DAY = EngineLimitFixture.DAY;
    private static final long SOL = EngineLimitFixture.SOL;
    private static final int MOST = UnlandedKeys.MOST_OF_ACCOUNT;

    private final EngineLimitFixture fixture = new EngineLimitFixture();
    private int owners;

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

    @Property(tries = 20)
    void keysStayUnderTheBoundAndNoWorkIsDue(@ForAll("steps") Array<Step> steps) {
        UnlandedBuildsTest each = new UnlandedBuildsTest();
        steps.forEach(each::play);
        assertTrue(each.fixture.vault.keys() <= MOST, () -> each.fixture.vault.keys() + " keys");
        assertTrue(each.waiting().all().length() <= MOST);
        assertEquals(Array.empty(), each.fixture.journal.outbox().claim(Claim.of(EngineLimitRepository.TOPIC, each.fixture.now(), 1)).toArray());
        each.logIsSound();
    }

    private void play(Step step) {
        switch (step) {
            case BUILD_LIMIT -> assertMadeOrFull(limit());
            case BIND_SIGNER -> assertMadeOrFull(signer());
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

    @Test
    void whatAnOpenProposalHasIsKept() {
        Address proposed = signer().get();
        fixture.land(propose(proposed));
        fixture.pass(2 * DAY);
        Array<Address> others = Array.fill(MOST - 1, () -> signer().get());
        assertTrue(!others.contains(proposed));

        Array<Address> ann = Array.of(fixture.ann.address());
        fixture.land(fixture.service()
                .build(new BuildRequest.CastVotes(fixture.account, 1, Vote.APPROVE, ann, BuildOptions.DEFAULT))
                .get());
        fixture.land(fixture.service().build(new BuildRequest.Execute(fixture.account, 1, ann, BuildOptions.DEFAULT)).get());
        fixture.pass(2 * DAY);
        Array<Address> next = Array.fill(MOST, () -> signer().get());
        assertTrue(!next.contains(proposed));
        assertTrue(fixture.service().authorityOf(proposed).isDefined());
    }

    /** The lost commits may have given the key to somebody else. */
    @Test
    void aKeyThatCouldBeFreeWhenCommitsWereLostIsNotUsedAgain() {
        Address old = signer().get();
        fixture.pass(DAY);
        Address young = signer().get();
        fixture.pass(1);
        TenantService restored = fixture.restored(fixture.journal.copy()).service();

        assertEquals(Option.none(), restored.boundSigner(owner(1), IntentFormat.SHA256));
        assertEquals(Option.none(), restored.authorityOf(old));
        assertEquals(Option.some(young), restored.boundSigner(owner(2), IntentFormat.SHA256));
    }

    @Test
    void aBuildWithTheSignerRenewsItsWait() {
        Address signer = signer().get();
        fixture.pass(DAY - 10);
        assertTrue(settings(signer).isRight());
        fixture.pass(DAY - 10);
        assertNotEquals(signer, Array.fill(MOST - 1, () -> signer().get()).last());
        assertTrue(waiting().signer(signer).isDefined());
    }

    private UnlandedKeys waiting() {
        return new UnlandedKeys(new TenantJournal(
                fixture.journal, fixture::now, EngineLimitFixture.ACME.tenant(), Network.DEVNET));
    }

    private Either<BuildRefusal, TransactionPlan> limit() {
        return fixture.service()
                .build(new BuildRequest.AddLimit(
                        fixture.account,
                        fixture.terms(PolicyPeriod.YEAR, SOL),
                        new Authority.Vote(Array.of(fixture.ann.address())),
                        BuildOptions.DEFAULT));
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

    private TransactionPlan propose(Address signer) {
        return fixture.service()
                .build(new BuildRequest.Propose(
                        fixture.account,
                        new Proposable.Settings(
                                Array.of(new SettingsEdit.AddSigners(Array.of(new Signer(signer, Permissions.ALL)))), LeaversLimits.REFUSE),
                        fixture.ann.address(),
                        BuildOptions.DEFAULT))
                .get();
    }
}
