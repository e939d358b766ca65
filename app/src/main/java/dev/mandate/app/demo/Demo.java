package dev.mandate.app.demo;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.program.AccountRef;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.util.function.Predicate;
import picocli.CommandLine.Help.Ansi;

/** The story: a 2-of-3 account is made, funded, governed, spent from, and attacked. */
public final class Demo {

    static final long SOL = 1_000_000_000L;

    private final Stage stage;
    private final Address alice;
    private final Address bob;
    private final Address carol;
    private final Address mallory;
    private final Address erin;

    private Demo(Stage stage) {
        this.stage = stage;
        this.alice = stage.person("Alice");
        this.bob = stage.person("Bob");
        this.carol = stage.person("Carol");
        this.mallory = stage.person("Mallory");
        this.erin = stage.key("Erin");
    }

    /**
     * Plays the whole story, and closes {@code archive}.
     *
     * @return whether everything came out as it should
     */
    public static boolean play(PrintWriter out, Ansi ansi, Archive archive) {
        Narrator narrator = new Narrator(out, ansi);
        narrator.title("Mandate: the main job, on real transaction bytes, against a simulated chain");
        Demo demo = new Demo(new Stage(narrator, archive.journal()));
        demo.open();
        new AuditAct(narrator, archive).play();
        return narrator.end();
    }

    private void live(Address account) {
        SpendingAct spending = new SpendingAct(stage, account, alice, bob, carol, mallory, erin);
        spending.play();
        TransferAct transfers = new TransferAct(stage, account, alice, bob, carol, mallory, erin);
        transfers.atOnce();
        lock(account);
        transfers.cancelled();
        transfers.executed();
        stale(account);
        RolesAct.on(stage, alice, erin).play();
        admin();
    }

    private void open() {
        Narrator narrator = stage.narrator();
        narrator.step("Alice, Bob and Carol open an account that any two of them control");
        stage.refuses(
                "a threshold of 4, Alice twice, nobody who executes",
                new BuildRequest.CreateAccount(
                        stage.key("create key"),
                        alice,
                        account(
                                Vector.of(
                                        new Signer(alice, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE)),
                                        new Signer(alice, new Permissions(2)),
                                        new Signer(bob, new Permissions(2))),
                                4,
                                new AdminControl.None()),
                        BuildOptions.DEFAULT),
                is(Refusal.BadAccount.class));
        stage.lands(
                "signers Alice, Bob, Carol with all permissions, threshold 2, rent back to Alice",
                new BuildRequest.CreateAccount(
                        stage.key("create key"),
                        alice,
                        account(everyone(), 2, new AdminControl.None()),
                        BuildOptions.DEFAULT),
                built -> built.account().map(AccountRef::address).forEach(account -> {
                    stage.name(account, "the account");
                    narrator.fact("address", account.toString());
                    stage.fund(account, BaseUnits.of(10 * SOL));
                    live(account);
                }));
    }

    private void lock(Address account) {
        stage.narrator().step("They decide that from now on an hour must pass between approval and execution");
        stage.refuses(
                "a time lock of 91 days",
                change(account, new SettingsEdit.SetTimeLock(new TimeLock(91 * 86_400L)), vote()),
                is(Refusal.SettingsStay.class));
        stage.refuses(
                "a threshold of 4",
                change(account, new SettingsEdit.SetThreshold(new Threshold(4)), vote()),
                is(Refusal.SettingsStay.class));
        stage.refuses(
                "the same by Alice as if she were the admin",
                change(account, new SettingsEdit.SetTimeLock(TimeLock.NONE), new Authority.Admin()),
                BuildRefusal.NoAdmin.class::isInstance);
        stage.lands(
                "time lock 3,600 s, by vote of Alice and Bob",
                change(account, new SettingsEdit.SetTimeLock(new TimeLock(3_600)), vote()));
        stage.holds("reads", "the account now has a time lock of 3,600 s", timeLock(account) == 3_600);
    }

    private void stale(Address account) {
        stage.narrator().step("A change of settings that was approved dies when other settings change first");
        stage.lands(
                "threshold 1, by vote: approved, and locked for an hour",
                change(account, new SettingsEdit.SetThreshold(new Threshold(1)), vote()),
                first -> stage.lands(
                        "no time lock any more, by vote: approved, and locked for an hour",
                        change(account, new SettingsEdit.SetTimeLock(TimeLock.NONE), vote()),
                        second -> {
                            stage.pass(3_600);
                            second.index()
                                    .forEach(index -> stage.lands("Carol executes the second change", execute(account, index)));
                            first.index()
                                    .forEach(index -> stage.refuses(
                                            "Carol executes the first one after it",
                                            execute(account, index),
                                            stays(ProposalRefusal.Stale.class)));
                        }));
    }

    private BuildRequest execute(Address account, long index) {
        return new BuildRequest.Execute(account, index, Vector.of(carol), BuildOptions.DEFAULT);
    }

    private void admin() {
        stage.narrator().step("Another account has an admin: nobody else changes its settings");
        Address admin = stage.person("Ada");
        stage.lands(
                "the same three signers, with Ada as the admin",
                new BuildRequest.CreateAccount(
                        stage.key("second create key"),
                        alice,
                        account(everyone(), 2, new AdminControl.HeldBy(admin)),
                        BuildOptions.DEFAULT),
                built -> built.account().map(AccountRef::address).forEach(this::administer));
    }

    private void administer(Address account) {
        stage.name(account, "the second account");
        SettingsEdit one = new SettingsEdit.SetThreshold(new Threshold(1));
        stage.refuses("threshold 1, by vote", change(account, one, vote()), settingsStay(SettingsRefusal.HeldByAdmin.class));
        stage.refuses(
                "Ada removes everybody who executes",
                change(account, new SettingsEdit.ReplaceSigners(everyone().map(Demo::votingOnly)), new Authority.Admin()),
                settingsStay(SettingsRefusal.Ungovernable.class));
        stage.lands(
                "Carol leaves and the threshold falls to 1, by Ada alone, at once",
                new BuildRequest.ChangeSettings(
                        account,
                        Vector.of(new SettingsEdit.RemoveSigner(carol), one),
                        new Authority.Admin(),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT));
        stage.lands(
                "Ada gives up control, for good",
                new BuildRequest.HandOverAdmin(account, new AdminControl.None(), BuildOptions.DEFAULT));
        stage.refuses(
                "Ada as admin once more",
                new BuildRequest.HandOverAdmin(account, new AdminControl.HeldBy(alice), BuildOptions.DEFAULT),
                BuildRefusal.AdminCannotBeAdded.class::isInstance);
    }

    private Vector<Signer> everyone() {
        return Vector.of(alice, bob, carol).map(person -> new Signer(person, Permissions.ALL));
    }

    private static Signer votingOnly(Signer signer) {
        return new Signer(signer.address(), Permissions.of(Permission.CAN_INITIATE, Permission.CAN_VOTE));
    }

    private Command.CreateAccount account(Vector<Signer> signers, int threshold, AdminControl admin) {
        return new Command.CreateAccount(
                signers, new Threshold(threshold), TimeLock.NONE, admin, Option.some(alice));
    }

    private Authority vote() {
        return new Authority.Vote(Vector.of(alice, bob));
    }

    private static BuildRequest change(Address account, SettingsEdit edit, Authority authority) {
        return new BuildRequest.ChangeSettings(
                account, Vector.of(edit), authority, LeaversLimits.REFUSE, BuildOptions.DEFAULT);
    }

    private long timeLock(Address account) {
        return stage.custody().account(account).map(view -> view.settings().timeLock().seconds()).getOrElse(-1L);
    }

    /** A refusal by a rule of this kind. */
    static Predicate<BuildRefusal> is(Class<? extends Refusal> kind) {
        return refusal -> refusal instanceof BuildRefusal.Forbidden(var why) && kind.isInstance(why);
    }

    /** A proposal that stays as it is, for this reason. */
    static Predicate<BuildRefusal> stays(Class<? extends ProposalRefusal> reason) {
        return refusal -> refusal instanceof BuildRefusal.Forbidden(Refusal.ProposalStays(long index, var why))
                && reason.isInstance(why);
    }

    private static Predicate<BuildRefusal> settingsStay(Class<? extends SettingsRefusal> reason) {
        return refusal -> refusal instanceof BuildRefusal.Forbidden(Refusal.SettingsStay(var why))
                && reason.isInstance(why);
    }
}
