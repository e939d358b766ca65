package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.SettingsTarget;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.Addresses;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Rosters;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever is built lands and does what it promises; whatever is refused is refused for a reason that holds. */
class BuildProperties {

    private static final Array<String> NAMES = Array.rangeClosed(1, 5).map(number -> "person " + number);
    private static final HistoryParticipants CAST = new HistoryParticipants(
            NAMES.map(name -> TestKey.of("engine/" + name).address()), HistoryParticipants.STANDARD.slots(),
                    HistoryParticipants.STANDARD.mints());

    private final EngineFixture fixture = new EngineFixture();
    private final Address outsider = fixture.person("outsider");

    BuildProperties() {
        Array<Address> people = NAMES.map(fixture::person);
        assertEquals(CAST.people(), people);
    }

    @Property(tries = 25)
    void aChangeByVoteReachesItsTargetOrIsRefusedWithCause(
            @ForAll("rosters") Roster roster,
            @ForAll("timeLocks") TimeLock timeLock,
            @ForAll("people") Array<Address> ready,
            @ForAll("targets") SettingsTarget target) {
        Address account = fixture.account(founding(roster, timeLock));
        SettingsTarget present = SettingsTarget.of(fixture.settings(account));

        Either<BuildRefusal, TransactionPlan> built =
                fixture.custody.build(change(account, target, new Authority.Vote(ready)));

        for (TransactionPlan transaction : built) {
            assertTrue(suffice(roster, timeLock, ready));
            carryThrough(account, transaction);
            assertReached(target, account);
        }
        for (BuildRefusal refusal : built.swap()) {
            assertTrue(
                    refusal.each()
                            .forAll(one -> settingsGround(one, present, target)
                                    || signersGround(one, roster, timeLock, ready)),
                    refusal::toString);
        }
    }

    @Property(tries = 25)
    void aChangeByTheAdminReachesItsTargetOrIsRefusedWithCause(
            @ForAll("rosters") Roster roster,
            @ForAll("timeLocks") TimeLock timeLock,
            @ForAll("admins") Address admin,
            @ForAll("targets") SettingsTarget target) {
        Address account = fixture.account(founding(roster, timeLock).administeredBy(admin));
        SettingsTarget present = SettingsTarget.of(fixture.settings(account));

        Either<BuildRefusal, TransactionPlan> built =
                fixture.custody.build(change(account, target, new Authority.Admin()));

        for (TransactionPlan transaction : built) {
            assertEquals(Array.of(admin), transaction.single().unsigned().signers());
            fixture.land(transaction);
            assertReached(target, account);
        }
        for (BuildRefusal refusal : built.swap()) {
            assertTrue(settingsGround(refusal, present, target), refusal::toString);
        }
    }

    @Property(tries = 20)
    void aPreparedTransferMovesTheMoneyExactlyIfTheSignersSuffice(
            @ForAll("rosters") Roster roster,
            @ForAll("timeLocks") TimeLock timeLock,
            @ForAll("people") Array<Address> ready) {
        Address account = fixture.account(founding(roster, timeLock));
        Address shop = fixture.key("shop");
        long before = fixture.ledger.lamports(shop);

        Either<BuildRefusal, TransactionPlan> built = fixture.custody.build(new BuildRequest.Prepare(
                account, ClientTransactions.transfer(account, shop, EngineFixture.SOL), ready, BuildOptions.DEFAULT));

        assertEquals(suffice(roster, timeLock, ready), built.isRight());
        for (TransactionPlan transaction : built) {
            assertTrue(suffice(roster, timeLock, ready));
            carryThrough(account, transaction);
            assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
        }
        for (BuildRefusal refusal : built.swap()) {
            assertTrue(signersGround(refusal, roster, timeLock, ready), refusal::toString);
        }
    }

    @Provide
    Arbitrary<Roster> rosters() {
        return Rosters.governable(CAST);
    }

    @Provide
    Arbitrary<TimeLock> timeLocks() {
        return Arbitraries.of(TimeLock.NONE, new TimeLock(60));
    }

    /** Mostly enough of them, now and then with a stranger or somebody twice. */
    @Provide
    Arbitrary<Array<Address>> people() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.shuffle(CAST.people().asJava()).map(Array::ofAll)),
                Tuple.of(2, Addresses.of(CAST).list().ofMaxSize(6).map(Array::ofAll)));
    }

    @Provide
    Arbitrary<Address> admins() {
        return Arbitraries.of(CAST.people().append(outsider).asJava());
    }

    /** Mostly such as can be governed. */
    @Provide
    Arbitrary<SettingsTarget> targets() {
        Arbitrary<SettingsTarget> governable = Combinators.combine(
                        Rosters.governable(CAST),
                        AccountSettings.timeLocks(),
                        AccountSettings.rentCollectors(CAST))
                .as((roster, timeLock, collector) ->
                        new SettingsTarget(roster.signers(), roster.threshold(), timeLock, collector));
        Arbitrary<SettingsTarget> any = Combinators.combine(
                        Rosters.anySigners(CAST),
                        Rosters.thresholds(),
                        AccountSettings.anyTimeLocks(),
                        AccountSettings.rentCollectors(CAST))
                .as(SettingsTarget::new);
        return Arbitraries.frequencyOf(Tuple.of(4, governable), Tuple.of(1, any));
    }

    private static NewAccount founding(Roster roster, TimeLock timeLock) {
        return NewAccount.of(
                        roster.threshold().value(), roster.signers().toJavaArray(Signer[]::new))
                .lockedFor(timeLock.seconds());
    }

    private static BuildRequest change(Address account, SettingsTarget target, Authority authority) {
        return new BuildRequest.ChangeSettings(
                account,
                Array.of(
                        new SettingsEdit.ReplaceSigners(target.signers()),
                        new SettingsEdit.SetThreshold(target.threshold()),
                        new SettingsEdit.SetTimeLock(target.timeLock()),
                        new SettingsEdit.SetRentCollector(target.rentCollector())),
                authority,
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT);
    }

    private void carryThrough(Address account, TransactionPlan built) {
        fixture.land(built);
        if (built.phase() instanceof Phase.AwaitingTimeLock(TimeLock lock, var executableAt)) {
            fixture.pass(lock.seconds());
            fixture.lands(new BuildRequest.Execute(
                    account,
                    built.index().get(),
                    fixture.settings(account).roster().signers().map(Signer::address),
                    BuildOptions.DEFAULT));
        }
    }

    private void assertReached(SettingsTarget target, Address account) {
        assertEquals(sorted(target), SettingsTarget.of(fixture.settings(account)));
    }

    private static SettingsTarget sorted(SettingsTarget target) {
        return target.withSigners(target.signers().sortBy(Signer::address));
    }

    /** Whether the refusal lies in what is wanted, and is right about it. */
    private static boolean settingsGround(BuildRefusal refusal, SettingsTarget present, SettingsTarget target) {
        if (refusal instanceof BuildRefusal.Forbidden(Refusal.SettingsRefused(var why))) {
            return why instanceof SettingsRefusal.Ungovernable(var problems)
                    ? problems.equals(target.problems())
                    : why instanceof SettingsRefusal.NothingToChange && present.equals(sorted(target));
        }
        return refusal instanceof BuildRefusal.DoesNotFit(int bytes, int limit, var fits) && bytes > limit;
    }

    /** Whether the refusal lies in who is ready to sign, and is right about it. */
    private static boolean signersGround(
            BuildRefusal refusal, Roster roster, TimeLock timeLock, Array<Address> ready) {
        return refusal instanceof BuildRefusal.SignersInsufficient(var problems)
                && !problems.isEmpty()
                && !suffice(roster, timeLock, ready);
    }

    private static boolean suffice(Roster roster, TimeLock timeLock, Array<Address> ready) {
        Array<Address> distinct = ready.distinct();
        return distinct.forAll(address -> roster.find(address).isDefined())
                && able(roster, distinct, Permission.CAN_INITIATE) > 0
                && able(roster, distinct, Permission.CAN_VOTE) >= roster.threshold().value()
                && (!timeLock.equals(TimeLock.NONE) || able(roster, distinct, Permission.CAN_EXECUTE) > 0);
    }

    private static int able(Roster roster, Array<Address> people, Permission permission) {
        return people.count(address -> roster.find(address).exists(signer -> signer.may(permission)));
    }
}
