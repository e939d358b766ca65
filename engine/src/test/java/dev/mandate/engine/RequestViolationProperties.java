package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.testkit.generators.Cast;
import dev.mandate.testkit.generators.Rosters;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What speaks against a request whatever account it is for speaks against it for every account. */
class RequestViolationProperties {

    private static final Cast CAST = new Cast(
            Array.rangeClosed(1, 4).map(number -> TestKey.of("engine/person " + number).address()),
            Cast.STANDARD.slots(),
            Cast.STANDARD.mints());

    private final Scene scene = new Scene();

    @Property(tries = 200)
    void whatNoAccountCouldHaveThisOneCannot(
            @ForAll("rosters") Roster roster, @ForAll("edits") Array<SettingsEdit> edits) {
        Address account = scene.account(
                Founding.of(roster.threshold().value(), roster.signers().toJavaArray(Signer[]::new)));
        BuildRequest.OnAccount request = new BuildRequest.ChangeSettings(
                account,
                edits,
                new Authority.Vote(roster.signers().map(Signer::address)),
                LeaversLimits.KEEP,
                BuildOptions.DEFAULT);

        Set<SettingsProblem> anywhere = problems(scene.custody.objection(request));
        Option<BuildRefusal> here = scene.custody.validate(request).swap().toOption();

        assertEquals(
                HashSet.empty(), anywhere.diff(problems(here)).reject(problem -> isThereAlready(problem, here)));
    }

    @Example
    void limitsThatNobodyCouldHaveAndBytesThatSayNothing() {
        Address ann = scene.person("ann");
        Address account = scene.account(Founding.of(1, ann));

        assertAnywhereAndHere(
                new BuildRefusal.Forbidden(new Refusal.NotSpent(new SpendingRefusal.BadTerms(
                        Array.of(new LimitProblem.AmountZero(), new LimitProblem.NoSigners())))),
                new BuildRequest.AddLimit(
                        account, scene.limitTerms("limit", new Token.Sol(), 0), Scene.byVoteOf(ann), BuildOptions.DEFAULT));
        assertAnywhereAndHere(
                new BuildRefusal.NothingToPrepare(),
                new BuildRequest.Prepare(
                        account, Client.transaction(ann), Array.of(ann), BuildOptions.DEFAULT));
        assertAnywhereAndHere(
                new BuildRefusal.PayerCannotSign(account),
                new BuildRequest.Close(account, 1, ann, BuildOptions.DEFAULT.paidBy(account)));
    }

    @Example
    void bytesThatAreNoTransaction() {
        Address ann = scene.person("ann");
        Address account = scene.account(Founding.of(1, ann));
        BuildRequest.OnAccount request = new BuildRequest.Propose(
                account, new Proposable.Transaction(Bytes.of(new byte[] {1, 2, 3})), ann, BuildOptions.DEFAULT);

        assertEquals(scene.custody.validate(request).swap().toOption(), scene.custody.objection(request));
    }

    @Example
    void nothingSpeaksAgainstWhatSomeAccountCouldDo() {
        Address ann = scene.person("ann");

        assertEquals(
                Option.none(),
                scene.custody.objection(new BuildRequest.Prepare(
                        Address.ZERO, Client.transfer(ann, ann, 1), Array.empty(), BuildOptions.DEFAULT)));
        assertEquals(
                Option.none(),
                scene.custody.objection(new BuildRequest.ChangeSettings(
                        Address.ZERO,
                        Array.of(new SettingsEdit.SetThreshold(new Threshold(9))),
                        new Authority.Admin(),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT)));
    }

    private void assertAnywhereAndHere(BuildRefusal expected, BuildRequest.OnAccount request) {
        assertEquals(Option.some(expected), scene.custody.objection(request));
        assertEquals(
                Array.of(expected),
                scene.custody
                        .validate(request)
                        .getLeft()
                        .each()
                        .map(RequestViolationProperties::ofItself)
                        .filter(expected::equals));
    }

    /** That votes would be in vain is told for the same reason. */
    private static BuildRefusal ofItself(BuildRefusal refusal) {
        return refusal instanceof BuildRefusal.Unwise(Warning.WouldNeverExecute(Refusal why))
                ? new BuildRefusal.Forbidden(why)
                : refusal;
    }

    private static Set<SettingsProblem> problems(Option<BuildRefusal> refusal) {
        return refusal.toArray()
                .flatMap(BuildRefusal::each)
                .flatMap(one -> one instanceof BuildRefusal.Forbidden(
                                        Refusal.SettingsStay(SettingsRefusal.Ungovernable(var problems)))
                        ? problems
                        : Array.empty())
                .toSet();
    }

    /** Of who is to be added and is there already no more is told than that. */
    private static boolean isThereAlready(SettingsProblem problem, Option<BuildRefusal> here) {
        Option<Address> named =
                switch (problem) {
                    case SettingsProblem.DuplicateSigner(Address signer) -> Option.some(signer);
                    case SettingsProblem.UnknownPermission(Address signer, var permissions) -> Option.some(signer);
                    default -> Option.none();
                };
        return named.exists(signer -> here.exists(refusal -> refusal.each()
                .contains(new BuildRefusal.Forbidden(
                        new Refusal.SettingsStay(new SettingsRefusal.AlreadyASigner(signer))))));
    }

    @Provide
    Arbitrary<Roster> rosters() {
        return Rosters.governable(CAST);
    }

    @Provide
    Arbitrary<Array<SettingsEdit>> edits() {
        Arbitrary<Array<Signer>> signers = Rosters.anySigners(CAST);
        return Arbitraries.<SettingsEdit>oneOf(
                        signers.map(SettingsEdit.ReplaceSigners::new),
                        signers.map(SettingsEdit.AddSigners::new),
                        Arbitraries.of(CAST.people().asJava()).map(SettingsEdit.RemoveSigner::new),
                        Arbitraries.integers().between(0, 5).map(value -> new SettingsEdit.SetThreshold(new Threshold(value))),
                        Arbitraries.of(0L, 60L, TimeLock.MAX_SECONDS + 1)
                                .map(seconds -> new SettingsEdit.SetTimeLock(new TimeLock(seconds))))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(Array::ofAll);
    }
}
