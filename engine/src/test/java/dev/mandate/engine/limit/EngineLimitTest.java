package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.enginelimit.EngineLimitRules;
import dev.mandate.domain.enginelimit.LimitClock;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.engine.AlteredChain;
import dev.mandate.engine.audit.LossFixture;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitUseRefusal;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits that the engine keeps, on a simulated chain. */
class EngineLimitTest {

    private static final long YEAR = EngineLimitFixture.YEAR;
    private static final long DAY = EngineLimitFixture.DAY;
    private static final long SOL = EngineLimitFixture.SOL;

    private final EngineLimitFixture fixture = fixture();

    /** A fixture at its start. */
    EngineLimitFixture fixture() {
        return new EngineLimitFixture();
    }

    @AfterEach
    void logIsSound() {
        fixture.assertLogIsSound();
    }

    private static LimitUseRefusal over(Address limit, Ending ending) {
        return new LimitUseRefusal.ByRule(limit, new EngineLimitRefusal.Over(ending));
    }

    private static void assertExceeded(LimitUseRefusal refusal, long remaining) {
        assertTrue(
                refusal instanceof LimitUseRefusal.ByRule(var limit, EngineLimitRefusal.NotSpent(SpendingRefusal.Exceeded(var asked, var left, var again)))
                        && left.equals(BaseUnits.of(remaining)),
                refusal::toString);
    }

    @Test
    void aYearlyLimitIsSpentInPartsAndIsWholeAgainAfterAYear() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        assertEquals(Period.MONTH, fixture.view(limit).terms().period());

        fixture.spend(limit, 4 * SOL);
        fixture.spend(limit, 6 * SOL);
        fixture.pass(40 * DAY);
        // The chain alone would let it pass.
        assertEquals(BaseUnits.of(10 * SOL), fixture.view(limit).window().remaining());
        assertExceeded(fixture.refused(limit, 1), 0);
        fixture.pass(YEAR - 40 * DAY);
        assertExceeded(fixture.refused(limit, 1), 0);
        fixture.pass(1);
        fixture.spend(limit, 10 * SOL);
        assertEquals(20 * SOL, fixture.received());
    }

    /** A refusal would ask for a new use, which pays once more. */
    @Test
    void aUseThatLandedIsTheAnswerIfTheJournalLostIt() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 20 * SOL));
        InMemoryJournal before = fixture.journal.copy();
        ReservedUse reserved = fixture.reserve(limit, 5 * SOL).get();
        InMemoryJournal between = fixture.journal.copy();
        Submission landed = fixture.submit(reserved).get();
        fixture.letNothingLandAnyMore();
        fixture.pass(DAY);

        for (InMemoryJournal backup : Array.of(before, between)) {
            Submission again = fixture.submit(EngineLimitFixture.service(fixture.engine(fixture.chain, backup, fixture::now)), reserved).get();
            assertEquals(Array.of(landed.signature(), landed.state()), Array.of(again.signature(), again.state()));
        }
        assertEquals(5 * SOL, fixture.received());
    }

    /** The journal is put back to before {@code lost}, and its operator accepts it. */
    private EngineLimitFixture.Restored losing(Runnable lost) {
        InMemoryJournal backup = fixture.journal.copy();
        lost.run();
        return fixture.restored(backup);
    }

    @Test
    void usesThatTheJournalLostAreCountedOnTheChainBeforeAnotherUse() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        fixture.spend(limit, SOL);
        ReservedUse open = fixture.reserve(limit, SOL).get();
        EngineLimitFixture.Restored after = losing(() -> {
            assertInstanceOf(Submission.State.Confirmed.class, fixture.submit(open).get().state());
            fixture.work();
            fixture.spend(limit, 4 * SOL);
        });
        fixture.pass(DAY);

        assertExceeded(fixture.reserve(after.service(), limit, 4 * SOL + 1).getLeft(), 4 * SOL);
        ReservedUse rest = fixture.reserve(after.service(), limit, 4 * SOL).get();
        assertInstanceOf(Submission.State.Confirmed.class, fixture.submit(after.service(), rest).get().state());
        assertExceeded(fixture.reserve(after.service(), limit, 1).getLeft(), 0);
        assertEquals(10 * SOL, fixture.received());
        after.assertLogIsSound();
    }

    /** Another instance, whose clock is slower, accepts the loss. */
    @Test
    void usesThatTheJournalLostAreCountedWhicheverClockRecordedTheLoss() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        fixture.spend(limit, SOL);
        InMemoryJournal backup = fixture.journal.copy();
        fixture.spend(limit, 9 * SOL);
        fixture.jump(-60);
        EngineLimitFixture.Restored after = fixture.restored(backup);
        fixture.jump(60);
        fixture.pass(DAY);
        assertExceeded(fixture.reserve(after.service(), limit, 1).getLeft(), 0);
    }

    /** Somebody looks at the limit before it is used: that it landed does not say that its uses are counted. */
    @Test
    void usesOfALimitWhoseLandingWasLostAreCounted() {
        TransactionPlan grant = fixture.built(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        Address limit = grant.limit().get();
        EngineLimitFixture.Restored after = losing(() -> {
            fixture.land(grant);
            fixture.spend(limit, 9 * SOL);
        });
        assertTrue(after.service().limits(fixture.account).isRight());
        fixture.pass(DAY);

        assertExceeded(fixture.reserve(after.service(), limit, SOL + 1).getLeft(), SOL);
        assertTrue(fixture.reserve(after.service(), limit, SOL).isRight());
        after.assertLogIsSound();
    }

    /** The commits of the very first use are lost, so the record knows no window. */
    @Test
    void aLimitWhoseFirstUseWasLostIsNotWhole() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        EngineLimitFixture.Restored after = losing(() -> fixture.spend(limit, 7 * SOL));
        fixture.pass(DAY);
        assertExceeded(fixture.reserve(after.service(), limit, 10 * SOL).getLeft(), 3 * SOL);
    }

    @Test
    void aLimitForOneUseIsOverIfItsUseWasLost() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.ONE_TIME, 10 * SOL));
        EngineLimitFixture.Restored after = losing(() -> fixture.spend(limit, 3 * SOL));
        fixture.pass(DAY);
        assertEquals(over(limit, Ending.USED), fixture.reserve(after.service(), limit, 1).getLeft());
    }

    /** What was signed before the loss may land as long as its blockhash lives. */
    @Test
    void nothingIsReservedOrSignedWhileLostUsesMayLand() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        ReservedUse open = fixture.reserve(limit, 6 * SOL).get();
        EngineLimitFixture.Restored after = losing(() -> {});
        BuildRequest.UseLimit use = fixture.use(limit, SOL);

        UnixTime until = fixture.now().plusSeconds(EngineLimitRules.LAPSE_SECONDS);
        assertEquals(
                new LimitUseRefusal.ByRule(limit, new EngineLimitRefusal.LostUsesOpen(until)), after.service().validateUse(use).getLeft());
        assertEquals(Either.left(new SubmissionRefusal.HistoryIncomplete()), fixture.submit(after.service(), open), "its submission may be lost");
        fixture.letNothingLandAnyMore();
        assertEquals(
                new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.LostUsesOpen(until)),
                fixture.submit(after.service(), open).getLeft());
        fixture.pass(EngineLimitRules.LAPSE_SECONDS);
        assertTrue(after.service().validateUse(use).isRight());
    }

    /** It may have been spent, and nobody knows. */
    @Test
    void anIntentThatMayBeFromBeforeTheLossIsNotTaken() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        EngineLimitFixture.Restored after = losing(() -> fixture.spend(limit, SOL));
        fixture.pass(DAY + LimitClock.MOST_APART_SECONDS - 3_600);
        assertInstanceOf(
                IntentRefusal.MayBeSpent.class,
                ((LimitUseRefusal.ByIntent) fixture.reserve(after.service(), limit, SOL).getLeft()).why());
        fixture.pass(1);
        assertTrue(fixture.reserve(after.service(), limit, SOL).isRight());
    }

    /** An instance whose clock is ahead took it. */
    @Test
    void anIntentThatMayBeFromBeforeTheLossByAnotherClockIsNotTaken() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        BuildRequest.UseLimit use = fixture.use(limit, SOL);
        SignedIntent intent = fixture.intent(use, fixture.ann, fixture.now().plusSeconds(60 + DAY));
        InMemoryJournal backup = fixture.journal.copy();
        fixture.jump(60);
        assertTrue(fixture.service().reserveUse(use, intent, new Retry.Unnamed()).isRight());
        fixture.jump(-60);
        EngineLimitFixture.Restored after = fixture.restored(backup);
        fixture.pass(EngineLimitRules.LAPSE_SECONDS);

        assertInstanceOf(
                IntentRefusal.MayBeSpent.class,
                ((LimitUseRefusal.ByIntent) after.service().reserveUse(use, intent, new Retry.Unnamed()).getLeft()).why());
    }

    /** Another instance accepts the loss while this one reserves a use. */
    @Test
    void usesThatTheJournalLostAreCountedIfTheLossIsAcceptedMeanwhile() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        InMemoryJournal backup = fixture.journal.copy();
        fixture.spend(limit, 9 * SOL);
        Journal overtaken = new CrashingJournal(backup, ProcessFault.interrupted(0, () -> LossFixture.accept(backup, fixture.now())));
        TenantService service = EngineLimitFixture.service(fixture.engine(fixture.chain, overtaken, fixture::now));
        assertEquals(new LimitUseRefusal.ByRule(limit, lostUsesOpen()), fixture.reserve(service, limit, SOL).getLeft());

        // Until then the chain itself refuses more.
        fixture.pass(40 * DAY);
        assertExceeded(fixture.reserve(service, limit, 2 * SOL).getLeft(), SOL);
    }

    /** Another instance accepts a loss while this one counts the uses again after an earlier one. */
    @Test
    void usesAreNotCountedAgainAsOfBeforeALossThatIsAcceptedMeanwhile() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        InMemoryJournal journal = losing(() -> fixture.spend(limit, SOL)).journal();
        fixture.pass(DAY);
        AtomicInteger reads = new AtomicInteger();
        Chain line = new AlteredChain(fixture.chain, "history", asked -> {
                    if (reads.getAndIncrement() == 0) {
                        LossFixture.accept(journal, fixture.now());
                    }
                    return fixture.chain.history((Address) asked[0], Option.none(), (int) asked[2]);
                })
                .chain();

        assertEquals(
                new LimitUseRefusal.ByRule(limit, lostUsesOpen()),
                EngineLimitFixture.service(fixture.engine(line, journal, fixture::now)).validateUse(fixture.use(limit, SOL)).getLeft());
    }

    private EngineLimitRefusal lostUsesOpen() {
        return new EngineLimitRefusal.LostUsesOpen(fixture.now().plusSeconds(EngineLimitRules.LAPSE_SECONDS));
    }

    @Test
    void anIntentWhoseUseLandedReservesNothingMoreIfTheJournalLostIt() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 20 * SOL));
        InMemoryJournal backup = fixture.journal.copy();
        BuildRequest.UseLimit use = fixture.use(limit, 20 * SOL);
        var intent = fixture.intent(use, fixture.ann);
        Submission landed = fixture.submit(fixture.service().reserveUse(use, intent, new Retry.Unnamed()).get()).get();
        TenantService restored = EngineLimitFixture.service(fixture.engine(fixture.chain, backup, fixture::now));

        Either<LimitUseRefusal, ReservedUse> refused = Either.left(new LimitUseRefusal.Landed(intent.nonce(), landed.signature()));
        assertEquals(refused, restored.reserveUse(use, intent, new Retry.Unnamed()));
        fixture.pass(2 * 3_600);
        assertEquals(refused, restored.reserveUse(use, intent, new Retry.Unnamed()), "after its expiry as well");
    }

    /** It may be on its way. */
    @Test
    void aUseThatTheJournalLostIsRefusedOnlyOnceItCannotLand() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 20 * SOL));
        InMemoryJournal backup = fixture.journal.copy();
        ReservedUse reserved = fixture.reserve(limit, 5 * SOL).get();
        TenantService restored = EngineLimitFixture.service(fixture.engine(fixture.chain, backup, fixture::now));

        assertEquals(Either.left(new SubmissionRefusal.HistoryIncomplete()), fixture.submit(restored, reserved));
        fixture.letNothingLandAnyMore();
        assertEquals(
                Either.left(new SubmissionRefusal.LimitUseUnrecorded(limit, new EngineLimitRefusal.NotReserved())), fixture.submit(restored, reserved));
    }

    @Test
    void tokensAreSpentWithinALimitOfTheEngineAsSolIs() {
        Address mint = TestKey.of("limits/mint").address();
        Address tokens = AssociatedTokenProgram.account(fixture.account, mint, TokenProgram.TOKEN).address();
        Address received = AssociatedTokenProgram.account(fixture.shop, mint, TokenProgram.TOKEN).address();
        put(mint, new MintAccount(Option.none(), BaseUnits.of(1_000_000_000), 6, Option.none(), Bytes.EMPTY).encode());
        put(tokens, TokenAccount.of(mint, fixture.account, BaseUnits.of(1_000_000)).encode());
        PolicyTerms sol = fixture.terms(PolicyPeriod.YEAR, 600_000);
        Address limit = fixture.grant(new PolicyTerms(
                sol.createKey(), 0, new Token.Mint(mint), sol.amount(), sol.period(), sol.signers(), sol.destinations(), sol.expiration()));

        fixture.spend(limit, 400_000);

        assertExceeded(fixture.refused(limit, 200_001), 200_000);
        fixture.pass(40 * DAY);
        assertExceeded(fixture.refused(limit, 200_001), 200_000);
        fixture.spend(limit, 200_000);
        assertEquals(
                TokenAccount.of(mint, fixture.shop, BaseUnits.of(600_000)).encode(),
                fixture.chain.accounts(AccountQuery.ofAnyOwner(Array.of(received))).get().owned().get(received).get().data());
    }

    private void put(Address address, Bytes data) {
        fixture.control.put(address, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN.id(), data, false));
    }

    @Test
    void aLimitForOneUseIsOverAfterItAndItsKeyIsGone() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.ONE_TIME, 10 * SOL));
        assertEquals(1, fixture.vault.keys());

        fixture.spend(limit, 3 * SOL);

        assertEquals(over(limit, Ending.USED), fixture.refused(limit, 1));
        assertEquals(Option.some(Ending.USED), fixture.limit(limit).ended());
        assertKeyIsDestroyedAfterADay();
        // Its account on the chain can still be removed, which returns its rent.
        fixture.land(fixture.service()
                .build(new BuildRequest.RemoveLimit(
                        fixture.account, limit, new Authority.Vote(Array.of(fixture.ann.address())), BuildOptions.DEFAULT))
                .get());
    }

    @Test
    void aLimitForOneUseTakesOneReservationAtATime() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.ONE_TIME, 10 * SOL));
        ReservedUse first = fixture.reserve(limit, SOL).get();

        assertEquals(new LimitUseRefusal.ByRule(limit, new EngineLimitRefusal.UsesOpen(1, 1)), fixture.refused(limit, SOL));
        assertInstanceOf(Submission.State.Confirmed.class, fixture.submit(first).get().state());
        // Before any worker has seen that it landed.
        assertEquals(over(limit, Ending.USED), fixture.refused(limit, SOL));
    }

    @Test
    void aLimitExpiresByTheLaterOfBothClocks() {
        UnixTime end = EngineLimitFixture.START.plusSeconds(10 * DAY);
        Address limit = fixture.grant(EngineLimitFixture.expiring(fixture.terms(PolicyPeriod.DAY, SOL), end));
        assertEquals(Period.DAY, fixture.view(limit).terms().period());
        fixture.pass(8 * DAY);
        fixture.spend(limit, SOL);
        ReservedUse reserved = reservedAfter(2 * DAY - 170, limit);

        fixture.jump(170);

        assertEquals(over(limit, Ending.EXPIRED), fixture.refused(limit, 1));
        assertEquals(
                new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.Over(Ending.EXPIRED)),
                fixture.submit(reserved).getLeft());
        fixture.work();
        assertEquals(Option.some(Ending.EXPIRED), fixture.limit(limit).ended());
        fixture.jump(-170);
        assertKeyIsDestroyedAfterADay();
        // It stays over, whatever clocks say.
        assertEquals(over(limit, Ending.EXPIRED), fixture.refused(limit, 1));
    }

    private void assertKeyIsDestroyedAfterADay() {
        fixture.pass(DAY - 200);
        fixture.work();
        assertEquals(1, fixture.vault.keys());
        fixture.pass(400);
        fixture.work();
        assertEquals(0, fixture.vault.keys());
    }

    @Test
    void nothingIsReservedSignedSettledOrEndedWhileTheClocksDisagree() {
        Address limit = fixture.grant(EngineLimitFixture.expiring(
                fixture.terms(PolicyPeriod.YEAR, 10 * SOL), EngineLimitFixture.START.plusSeconds(300 * DAY)));
        fixture.spend(limit, 10 * SOL);
        Address once = fixture.grant(fixture.terms(PolicyPeriod.ONE_TIME, SOL));
        ReservedUse reserved = fixture.reserve(once, SOL).get();

        // A node's clock is 400 days ahead; then the server's is.
        for (long ahead : new long[] {400 * DAY, 301}) {
            fixture.chainAhead(ahead);
            assertClocksDisagree(limit, once, reserved);
            fixture.jump(ahead + 301);
            assertClocksDisagree(limit, once, reserved);
            fixture.jump(-301 - ahead);
            fixture.chainAhead(0);
        }
        assertEquals(Option.none(), fixture.limit(limit).ended());
        assertEquals(2, fixture.vault.keys());
        assertExceeded(fixture.refused(limit, 1), 0);
        assertInstanceOf(Submission.State.Confirmed.class, fixture.submit(reserved).get().state());
    }

    private void assertClocksDisagree(Address limit, Address once, ReservedUse reserved) {
        assertTrue(
                fixture.refused(limit, 1) instanceof LimitUseRefusal.NotBuilt(BuildRefusal.ClocksDisagree apart),
                "reserved");
        assertTrue(
                fixture.submit(reserved).getLeft() instanceof SubmissionRefusal.NotAsked(BuildRefusal.ClocksDisagree apart),
                "signed");
        fixture.work();
        assertEquals(Option.none(), fixture.limit(limit).ended());
        assertEquals(Option.none(), fixture.limit(once).ended());
        assertEquals(Health.CLOCKS_DISAGREE, fixture.engine().readiness().chains().get(Network.DEVNET).get());
        assertEquals(Health.ANSWERS, fixture.engine().readiness().all());
    }

    @Test
    void nothingEndsAndNoKeyIsDestroyedWhileNodesDisagreeOrTheServerDoubtsItsClock() {
        Address limit = fixture.grant(EngineLimitFixture.expiring(
                fixture.terms(PolicyPeriod.DAY, SOL), EngineLimitFixture.START.plusSeconds(DAY)));
        fixture.pass(2 * DAY);
        workInDoubt();
        assertEquals(Option.none(), fixture.limit(limit).ended());
        fixture.work();
        assertEquals(Option.some(Ending.EXPIRED), fixture.limit(limit).ended());

        fixture.pass(2 * DAY);
        workInDoubt();
        assertEquals(1, fixture.vault.keys());
        fixture.pass(2);
        fixture.work();
        assertEquals(0, fixture.vault.keys());
    }

    private void workInDoubt() {
        fixture.nodesDisagree(true);
        fixture.work();
        fixture.nodesDisagree(false);
        fixture.pass(2);
        ServerClock doubted = new ServerClock() {
            @Override
            public UnixTime now() {
                return fixture.now();
            }

            @Override
            public Option<UnixTime> undisputed() {
                return Option.none();
            }
        };
        fixture.deliver(fixture.engine(fixture.chain, fixture.journal, doubted), EngineLimitRepository.TOPIC);
        fixture.pass(2);
    }

    @Test
    void aNewYearOpensByTheEarlierOfBothClocks() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        fixture.spend(limit, 10 * SOL);
        fixture.pass(YEAR + 100);
        fixture.spend(limit, 1);

        fixture.pass(YEAR - 200);
        fixture.jump(200);
        assertExceeded(fixture.refused(limit, 10 * SOL), 10 * SOL - 1);
        fixture.jump(-200);
        fixture.chainAhead(200);
        assertExceeded(fixture.refused(limit, 10 * SOL), 10 * SOL - 1);
        fixture.jump(200);
        fixture.spend(limit, 10 * SOL);
    }

    @Test
    void aUseThatIsSettledLateCountsInTheWindowInWhichItLanded() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        ReservedUse reserved = fixture.reserve(limit, 7 * SOL).get();
        assertInstanceOf(Submission.State.Confirmed.class, fixture.landUnsettled(reserved).state());

        fixture.pass(YEAR + 1_000);

        assertEquals(BaseUnits.of(3 * SOL), fixture.view(limit).kept().get().limit().availableAt(fixture.view(limit).kept().get().at()));
        fixture.spend(limit, 10 * SOL);
        assertExceeded(fixture.refused(limit, 1), 0);
    }

    @Test
    void aUseWhoseLandingNoNodeCanDateCountsFromItsReservationOn() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        ReservedUse reserved = fixture.reserve(limit, 7 * SOL).get();
        assertInstanceOf(Submission.State.Confirmed.class, fixture.landUnsettled(reserved).state());
        fixture.pass(YEAR + 1_000);
        fixture.forgetLandings();

        assertExceeded(fixture.refused(limit, 3 * SOL + 1), 3 * SOL);
    }

    private ReservedUse reservedAfter(long seconds, Address limit) {
        fixture.pass(seconds);
        return fixture.reserve(limit, 1).get();
    }

    @Test
    void aYearlyLimitThatExpiresWithinAYearIsSpentOnceOnTheChainToo() {
        Address limit = fixture.grant(EngineLimitFixture.expiring(
                fixture.terms(PolicyPeriod.YEAR, 2 * SOL), EngineLimitFixture.START.plusSeconds(YEAR)));

        assertEquals(Period.ONE_TIME, fixture.view(limit).terms().period());
        fixture.spend(limit, SOL);
        fixture.pass(300 * DAY);
        assertExceeded(fixture.refused(limit, SOL + 1), SOL);
        fixture.spend(limit, SOL);
    }

    @Test
    void anUnsubmittedReservationLapses() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        ReservedUse reserved = fixture.reserve(limit, 7 * SOL).get();
        assertExceeded(fixture.refused(limit, 4 * SOL), 3 * SOL);

        fixture.jump(181);

        fixture.spend(limit, 10 * SOL);
        assertEquals(
                new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.NotReserved()), fixture.submit(reserved).getLeft());
    }

    @Test
    void aSignedUseIsReleasedOnlyOnceItCannotLand() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        ReservedUse reserved = fixture.reserve(limit, 7 * SOL).get();
        assertInstanceOf(Submission.State.Unknown.class, fixture.submit(fixture.deaf(), reserved).get().state());

        fixture.jump(290);
        assertExceeded(fixture.refused(limit, 4 * SOL), 3 * SOL);
        fixture.letNothingLandAnyMore();
        fixture.pass(60);
        fixture.work();

        fixture.spend(limit, 10 * SOL);
        assertEquals(10 * SOL, fixture.received());
    }

    @Test
    void aPolicyKeySignsNothingElse() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        Address policyKey = fixture.limit(limit).subject().policyKey();
        var plan = fixture.service()
                .build(new BuildRequest.UseLimit(
                        fixture.account, limit, policyKey, fixture.shop, BaseUnits.of(SOL), BuildOptions.DEFAULT.paidBy(fixture.ann.address())))
                .get();

        assertEquals(
                new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.NotReserved()),
                fixture.service()
                        .submit(
                                fixture.account,
                                fixture.keys.sign(plan.single().unsigned().transaction()),
                                Array.empty(),
                                Array.empty(),
                                new Retry.Unnamed())
                        .getLeft());
        BuildRequest.UseLimit use = fixture.use(limit, SOL);
        BuildRequest.UseLimit withNonce = new BuildRequest.UseLimit(
                use.account(), limit, use.signer(), use.destination(), use.amount(), BuildOptions.DEFAULT.withNonce(fixture.shop));
        assertEquals(
                Either.left(new LimitUseRefusal.NonceNotAllowed()),
                fixture.service().reserveUse(withNonce, fixture.intent(withNonce, fixture.ann), new Retry.Unnamed()));
    }

    /** What is reserved, made by hand into a transaction that would stay valid as long as the nonce. */
    @Test
    void aUseThatADurableNonceLeadsIsRefused() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        Address nonce = TestKey.of("limits/nonce").address();
        Blockhash value = new Blockhash(Bytes32.of(nonce.toArray()));
        NonceAccount content = new NonceAccount(NonceAccount.Version.CURRENT, fixture.ann.address(), value, BaseUnits.of(5_000));
        fixture.control.put(nonce, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        IntentTerms allow = IntentTerms.of("nonce_account_allow").with("nonce_account", nonce.toString());
        assertTrue(fixture.service()
                .nonces()
                .allow(fixture.account, nonce, fixture.intent(fixture.ann, allow), new Retry.Unnamed())
                .isRight());
        ReservedUse reserved = fixture.reserve(limit, SOL).get();
        SolanaFormat format = new SolanaFormat();
        Message use = format.resolve(format.parse(reserved.unsigned().transaction()).get(), Array.empty()).get();
        Message led = new Message(
                use.version(),
                use.feePayer(),
                value,
                use.instructions().prepend(SystemProgram.encode(new SystemInstruction.AdvanceNonce(nonce, fixture.ann.address()))),
                use.lookupTables());

        assertEquals(
                new SubmissionRefusal.LimitNotUsed(limit, new EngineLimitRefusal.NotReserved()),
                fixture.service()
                        .submit(
                                fixture.account,
                                fixture.keys.sign(format.compile(led).get().transaction()),
                                Array.empty(),
                                Array.empty(),
                                new Retry.Unnamed())
                        .getLeft());
        assertTrue(fixture.submit(reserved).isRight());
    }

    @Test
    void onlyAnEntitledSignersIntentReserves() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        TestKey eve = TestKey.of("limits/eve");
        BuildRequest.UseLimit use = fixture.use(limit, SOL);
        BuildRequest.UseLimit hers =
                new BuildRequest.UseLimit(fixture.account, limit, eve.address(), fixture.shop, BaseUnits.of(SOL), BuildOptions.DEFAULT);

        assertInstanceOf(
                IntentRefusal.NotEntitled.class,
                ((LimitUseRefusal.ByIntent) fixture.service().reserveUse(use, fixture.intent(use, eve), new Retry.Unnamed()).getLeft()).why());
        assertEquals(
                new LimitUseRefusal.ByRule(limit, new EngineLimitRefusal.NotSpent(
                        new SpendingRefusal.NotEntitled(eve.address(), Array.of(fixture.ann.address())))),
                fixture.service().reserveUse(hers, fixture.intent(hers, eve), new Retry.Unnamed()).getLeft());
        assertInstanceOf(
                IntentRefusal.Mismatch.class,
                ((LimitUseRefusal.ByIntent) fixture.service()
                                .reserveUse(fixture.use(limit, 2 * SOL), fixture.intent(use, fixture.ann), new Retry.Unnamed())
                                .getLeft())
                        .why());
    }

    @Test
    void anIntentReservesOnce() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        BuildRequest.UseLimit use = fixture.use(limit, SOL);
        var intent = fixture.intent(use, fixture.ann);
        assertTrue(fixture.service().reserveUse(use, intent, new Retry.Unnamed()).isRight());

        assertInstanceOf(
                IntentRefusal.Spent.class,
                ((LimitUseRefusal.ByIntent) fixture.service().reserveUse(use, intent, new Retry.Unnamed()).getLeft()).why());
        assertEquals(1, fixture.limit(limit).reservations().length());
    }

    @Test
    void aRepetitionUnderTheSameKeyGetsTheSameTransactionAndAnotherRequestIsRefused() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        BuildRequest.UseLimit use = fixture.use(limit, SOL);
        var intent = fixture.intent(use, fixture.ann);
        RequestKey key = new RequestKey("acme", "use-1");
        Retry first = new Retry.Named(key, Sha256.of("one"), fixture.now().plusSeconds(DAY));
        ReservedUse reserved = fixture.service().reserveUse(use, intent, first).get();

        assertEquals(Either.right(reserved), fixture.service().reserveUse(use, intent, first));
        assertEquals(
                Either.left(new LimitUseRefusal.KeyReused()),
                fixture.service().reserveUse(use, intent, new Retry.Named(key, Sha256.of("other"), fixture.now().plusSeconds(DAY))));
        assertEquals(1, fixture.limit(limit).reservations().length());
    }

    @Test
    void aLimitThatIsRemovedOnTheChainEndsAndItsKeyIsDestroyed() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        fixture.spend(limit, SOL);
        fixture.land(fixture.service()
                .build(new BuildRequest.RemoveLimit(
                        fixture.account, limit, new Authority.Vote(Array.of(fixture.ann.address())), BuildOptions.DEFAULT))
                .get());

        fixture.pass(7_200);
        fixture.work();

        assertEquals(Option.some(Ending.REMOVED), fixture.limit(limit).ended());
        assertKeyIsDestroyedAfterADay();
    }

    @Test
    void aLimitThatIsBuiltAgainIsTheSameAndWithOtherTermsIsRefused() {
        PolicyTerms terms = fixture.terms(PolicyPeriod.YEAR, 10 * SOL);
        Address limit = built(terms).get().limit().get();

        assertEquals(limit, built(terms).get().limit().get());
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(limit))),
                built(EngineLimitFixture.expiring(terms, fixture.now().plusSeconds(DAY))));
        assertEquals(
                Either.left(new BuildRefusal.Forbidden(new Refusal.LimitExists(limit))),
                built(EngineLimitFixture.expiring(terms, fixture.now().plusSeconds(2 * YEAR))),
                "on the chain they are the same");
    }

    private Either<BuildRefusal, TransactionPlan> built(PolicyTerms terms) {
        return fixture.service()
                .build(new BuildRequest.AddLimit(
                        fixture.account, terms, new Authority.Vote(Array.of(fixture.ann.address())), BuildOptions.DEFAULT));
    }

    @Test
    void aLimitThatNodesThatLagDoNotShowYetStays() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10 * SOL));
        fixture.spend(limit, SOL);
        fixture.control.put(limit, new AccountData(BaseUnits.ZERO, SystemProgram.ID, Bytes.EMPTY, false));

        fixture.pass(1_800);
        fixture.work();

        assertEquals(Option.none(), fixture.limit(limit).ended());
    }

    @Test
    void aRefusedOrTriedGrantMakesNoKey() {
        var dry = new BuildRequest.AddLimit(
                fixture.account,
                fixture.terms(PolicyPeriod.YEAR, SOL),
                new Authority.Vote(Array.of(fixture.ann.address())),
                BuildOptions.DEFAULT);
        var impossible = new BuildRequest.AddLimit(
                fixture.account, fixture.terms(PolicyPeriod.YEAR, SOL), new Authority.Admin(), BuildOptions.DEFAULT);
        var past = new BuildRequest.AddLimit(
                fixture.account,
                EngineLimitFixture.expiring(fixture.terms(PolicyPeriod.DAY, SOL), EngineLimitFixture.START),
                new Authority.Vote(Array.of(fixture.ann.address())),
                BuildOptions.DEFAULT);

        assertTrue(fixture.service().validate(dry).isRight());
        assertEquals(Either.left(new BuildRefusal.NoAdmin(fixture.account)), fixture.service().build(impossible));
        assertEquals(Either.left(new BuildRefusal.LimitExpired(EngineLimitFixture.START)), fixture.service().build(past));
        assertEquals(0, fixture.vault.keys());
        fixture.vault.silent(true);
        assertEquals(
                Either.left(new BuildRefusal.VaultSilent(new VaultFault.Unavailable("silent"))), fixture.service().build(dry));
    }

    @Test
    void removingASpenderOfALimitIsRefused() {
        Address limit = fixture.grant(fixture.terms(PolicyPeriod.YEAR, SOL));
        TestKey bob = TestKey.of("limits/bob");
        fixture.land(settings(new SettingsEdit.AddSigners(Array.of(
                new Signer(bob.address(), Permissions.ALL))), LeaversLimits.REFUSE).get());

        Either<BuildRefusal, TransactionPlan> leaving =
                settings(new SettingsEdit.RemoveSigner(fixture.ann.address()), LeaversLimits.REFUSE);

        assertEquals(
                Array.of(limit),
                ((BuildRefusal.LeaversHoldLimits) leaving.getLeft()).limits().get(fixture.ann.address()).get());
    }

    private Either<BuildRefusal, TransactionPlan> settings(SettingsEdit edit, LeaversLimits leavers) {
        return fixture.service()
                .build(new BuildRequest.ChangeSettings(
                        fixture.account,
                        Array.of(edit),
                        new Authority.Vote(Array.of(fixture.ann.address())),
                        leavers,
                        BuildOptions.DEFAULT));
    }
}
