package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.SOL;
import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.prepare;
import static dev.mandate.engine.EngineFixture.votes;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposure;
import dev.mandate.domain.exposure.ExposureSearch;
import dev.mandate.domain.exposure.ExposureStep;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.tenant.TenantService;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** The worst sequence that is found empties the account on the simulated chain. */
class ExposureTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");
    private final Address admin = fixture.person("admin");
    private final Address thief = fixture.key("thief");

    @Test
    void twoOfThreeTakeEverythingOnceTheTimeLockIsOver() {
        Address account = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(3_600));

        assertNothingLeaves(account, 3_599, ann, bob);
        assertNothingLeaves(account, 1_000_000, cem);
        assertTakesEverything(account, 3_600, ann, bob);
    }

    @Test
    void theAdminTakesEverythingAtOnceAlthoughThereIsATimeLock() {
        Address account = fixture.account(NewAccount.of(2, ann, bob).lockedFor(3_600).administeredBy(admin));

        assertTakesEverything(account, 0, admin);
    }

    @Test
    void aChangeThatAnotherHasApprovedMakesOneKeyEnough() {
        Address account = fixture.account(NewAccount.of(2, ann, bob, cem));
        assertNothingLeaves(account, 0, bob);
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Settings(Array.of(new SettingsEdit.SetThreshold(new Threshold(1))), LeaversLimits.REFUSE),
                ann,
                BuildOptions.DEFAULT));
        fixture.lands(votes(account, 1, Vote.APPROVE, ann));

        assertTakesEverything(account, 0, bob);
    }

    @Test
    void whoControlsTheAdminsAccountControlsTheAccount() {
        Address holding = fixture.account(NewAccount.of(1, cem).lockedFor(60));
        Address account = fixture.account(NewAccount.of(2, ann, bob).administeredBy(holding));

        assertNothingLeaves(account, 59, cem);
        Exposure found = exposures(account).of(HashSet.of(cem), now(account).plusSeconds(60));
        assertEquals(Option.some(now(account).plusSeconds(60)), found.control());
        assertEquals(holding, found.steps().head().account());
        assertEquals(
                Array.of(Array.of(cem), Array.of(ann, bob).sorted()),
                exposures(account).drainingSets().get().map(Exposures.DrainingSet::keys));
    }

    @Test
    void aSpenderTakesWhatTheLimitAllowsAndNoMore() {
        Address account = fixture.account(NewAccount.of(2, ann, bob));
        Address limit = fixture.limit(
                account, fixture.limitTerms("limit", new Token.Sol(), 2 * SOL, cem), byVoteOf(ann, bob));

        assertEquals(HashMap.of(new Token.Sol(), BaseUnits.of(2 * SOL)), until(account, 86_400, cem).atMost());
        assertEquals(HashMap.of(new Token.Sol(), BaseUnits.of(4 * SOL)), until(account, 86_401, cem).atMost());
        Exposure all = until(account, 300_000, cem);
        assertEquals(held(account), all.atMost().get(new Token.Sol()).get());
        for (ExposureStep step : all.steps()) {
            fixture.pass(step.at().secondsSince(now(account)));
            Command.Spend spend = (Command.Spend) step.command();
            assertEquals(limit, spend.limit());
            fixture.lands(new BuildRequest.UseLimit(
                    account, limit, cem, thief, spend.amount(), BuildOptions.DEFAULT));
        }
        assertEquals(BaseUnits.ZERO, held(account));
    }

    @Test
    void aChangeSaysWhatBecomesPossible() {
        Address account = fixture.account(NewAccount.of(2, ann, bob, cem));
        Exposures before = exposures(account);
        Exposures.Difference lower = ((TenantService) fixture.custody)
                .exposureDifference(before, change(account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(1))))
                .get()
                .get();

        assertEquals(3, lower.before().length());
        assertEquals(Array.of(ann, bob, cem).sorted().map(Array::of), lower.possible().map(Exposures.DrainingSet::keys));
        Exposures.Difference higher = ((TenantService) fixture.custody)
                .exposureDifference(before, change(account, byVoteOf(ann, bob), new SettingsEdit.SetThreshold(new Threshold(3))))
                .get()
                .get();
        assertEquals(Array.empty(), higher.possible());
        assertEquals(lower.before(), higher.impossible());
    }

    private Exposures exposures(Address account) {
        return ((TenantService) fixture.custody).exposures(account).get();
    }

    private Exposure until(Address account, long seconds, Address... keys) {
        Exposures found = exposures(account);
        return found.of(HashSet.of(keys), found.now().plusSeconds(seconds));
    }

    private UnixTime now(Address account) {
        return fixture.custody.account(account).get().at();
    }

    private BaseUnits held(Address account) {
        return fixture.custody.account(account).get().balance();
    }

    private void assertNothingLeaves(Address account, long seconds, Address... keys) {
        assertEquals(HashMap.empty(), until(account, seconds, keys).atMost());
    }

    private void assertTakesEverything(Address account, long seconds, Address... keys) {
        Exposure found = until(account, seconds, keys);
        assertEquals(HashMap.of(new Token.Sol(), held(account)), found.atMost());
        assertEquals(Option.some(now(account).plusSeconds(seconds)), found.control());
        Array<Command> commands = found.steps().map(ExposureStep::command);
        int own = commands.indexWhere(command -> command instanceof Command.CreateTransaction create
                && create.content().equals(ExposureSearch.EVERYTHING));
        commands.take(own).forEach(command -> land(account, command));
        Array<Address> able = commands.drop(own).flatMap(ExposureTest::by).distinct();
        Address newKey = fixture.person("new key of a thief");
        Array<Address> actors = able.map(by -> HashSet.of(keys).contains(by) ? by : newKey);
        var built = fixture.landed(prepare(
                account,
                ClientTransactions.transfer(account, thief, held(account).bits()),
                actors.toJavaArray(Address[]::new)));
        if (built.index().isDefined() && !(fixture.proposal(account, built.index().get()) instanceof Proposal.Executed)) {
            fixture.pass(seconds);
            fixture.lands(execute(account, built.index().get(), actors.toJavaArray(Address[]::new)));
        }
        assertEquals(BaseUnits.ZERO, held(account));
    }

    private static Option<Address> by(Command command) {
        return switch (command) {
            case Command.CreateTransaction create -> Option.some(create.by());
            case Command.CreateProposal create -> Option.some(create.by());
            case Command.CastVote cast -> Option.some(cast.by());
            case Command.Execute execute -> Option.some(execute.by());
            default -> throw new AssertionError(command);
        };
    }

    private void land(Address account, Command command) {
        switch (command) {
            case Command.CastVote cast -> fixture.lands(votes(account, cast.index(), Vote.APPROVE, cast.by()));
            case Command.Execute execute -> fixture.lands(execute(account, execute.index(), execute.by()));
            case Command.ChangeAsAdmin as -> fixture.lands(change(account, byAdmin(), switch (as.action()) {
                case SettingsAction.AddSigner add ->
                    new SettingsEdit.AddSigners(Array.of(allowedAll(fixture.person("new key of a thief"))));
                case SettingsAction.ChangeThreshold threshold -> new SettingsEdit.SetThreshold(threshold.threshold());
                case SettingsAction.SetTimeLock lock -> new SettingsEdit.SetTimeLock(new TimeLock(lock.timeLock().seconds()));
                default -> throw new AssertionError(as);
            }));
            default -> throw new AssertionError(command);
        }
        assertTrue(fixture.custody.account(account).isRight());
    }
}
