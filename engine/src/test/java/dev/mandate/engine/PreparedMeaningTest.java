package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.Operation;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What a prepared transaction means is looked at before it is voted on. */
class PreparedMeaningTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address shop = scene.person("shop");

    @Test
    void anAccountThatIsItsOwnAdminChangesItselfByATransaction() {
        AccountRef account = selfGoverned();

        scene.lands(prepare(account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(2)))));

        assertEquals(new Threshold(2), scene.settings(account.address()).roster().threshold());
    }

    @Test
    void aChangeOfItselfThatNobodyCouldGovernIsRefusedBeforeTheVote() {
        AccountRef account = selfGoverned();

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.SettingsStay(new SettingsRefusal.Ungovernable(
                        Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(3), 2))))),
                scene.refusal(prepare(
                        account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(3))))));
    }

    @Test
    void aChangeThatOnlyTheAdminMayMakeIsRefusedToOthers() {
        AccountRef account = ref(scene.account(Founding.of(1, ann, bob)));

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.SettingsStay(
                        new SettingsRefusal.NotTheAdmin(account.address(), new AdminControl.None()))),
                scene.refusal(prepare(
                        account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(2))))));
    }

    @Test
    void aDurableNonceIsAdvancedNowhereInside() {
        AccountRef account = ref(scene.account(Founding.of(1, ann)));
        Address nonce = scene.ledger.nonce(scene.key("nonce"), account.address());
        Instruction advance = SystemProgram.advanceNonce(nonce, account.address());
        Instruction padded = new Instruction(
                advance.program(),
                advance.accounts().append(AccountMeta.readonly(shop)),
                Bytes.ofHex("0400000000"));
        Instruction transfer = SystemProgram.transfer(account.address(), shop, BaseUnits.of(Scene.SOL));

        assertEquals(new BuildRefusal.NonceInside(0, nonce), scene.refusal(prepare(account, advance, transfer)));
        assertEquals(new BuildRefusal.NonceInside(1, nonce), scene.refusal(prepare(account, transfer, padded)));
    }

    @Test
    void aSignerWithoutAKeyIsRefused() {
        AccountRef account = ref(scene.account(Founding.of(1, ann)));
        Address otherVault = SquadsV4Program.PUBLIC.vaultAddress(account, 1);

        assertEquals(
                new BuildRefusal.KeylessInside(otherVault),
                scene.refusal(prepare(
                        account,
                        SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)),
                        SystemProgram.transfer(otherVault, shop, BaseUnits.of(1)))));
    }

    @Test
    void writingToItsOwnProposalIsRefused() {
        AccountRef account = ref(scene.account(Founding.of(1, ann)));
        Address proposal = SquadsV4Program.PUBLIC.proposalAddress(account, 1);
        Instruction transfer = SystemProgram.transfer(account.address(), shop, BaseUnits.of(1));

        assertEquals(
                new BuildRefusal.WritesOwnProposal(proposal),
                scene.refusal(prepare(
                        account,
                        new Instruction(
                                transfer.program(),
                                transfer.accounts().append(AccountMeta.writable(proposal)),
                                transfer.data()))));
    }

    @Test
    void whoSignsForTheContentItselfIsNamed() {
        AccountRef account = ref(scene.account(Founding.of(1, ann)));
        Address guest = scene.person("guest");

        BuiltTransaction built = scene.landed(prepare(
                account,
                SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)),
                SystemProgram.transfer(guest, shop, BaseUnits.of(1))));

        assertEquals(Array.of(guest), built.outsideSigners());
    }

    @Test
    void aProposalTakesTheComputeBudgetOutsideAsWell() {
        AccountRef account = ref(scene.account(Founding.of(1, ann)));
        Bytes withBudget = Client.transaction(
                account.address(),
                ComputeBudgetProgram.setComputeUnitLimit(300_000),
                SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)));

        BuiltTransaction built = scene.landed(new BuildRequest.Propose(
                account.address(), new Proposable.Transaction(withBudget), ann, BuildOptions.DEFAULT));

        assertEquals(3, Scene.instructions(built));
    }

    /** A program's address may have a key, which no transaction of a payer takes. */
    @Test
    void controlIsNotHandedToAProgramByWhateverWay() {
        Address program = scene.key("program");
        scene.chain().put(program, new AccountData(BaseUnits.of(1), shop, Bytes.EMPTY, true));
        BuildRefusal refused = new BuildRefusal.KeylessAdmin(program);
        AdminControl handed = new AdminControl.HeldBy(program);
        Address administered = scene.account(Founding.of(1, ann).administeredBy(bob));
        AccountRef itself = selfGoverned();
        Instruction nested = SquadsV4Program.PUBLIC.encode(
                itself, new Operation.HandOver(itself.address(), itself.address(), handed, Option.none()));

        assertEquals(
                refused, scene.refusal(new BuildRequest.HandOverAdmin(administered, handed, BuildOptions.DEFAULT)));
        assertEquals(
                refused,
                scene.refusal(new BuildRequest.CreateAccount(
                        scene.key("controlled"),
                        ann,
                        Founding.of(1, ann).administeredBy(program).terms(),
                        BuildOptions.DEFAULT)));
        assertEquals(refused, scene.refusal(prepare(itself, nested)));
        Instruction direct = SquadsV4Program.PUBLIC.encode(
                ref(administered), new Operation.HandOver(bob, bob, handed, Option.none()));
        assertEquals(
                Either.left(new SubmitRefusal.KeylessAdmin(program)),
                scene.custody.submit(scene.signedBesides(bob, direct)));
    }

    @Test
    void controlIsNotHandedToAnAddressThatNobodyCanSignFor() {
        Address account = scene.account(Founding.of(1, ann).administeredBy(bob));
        Address keyless = SquadsV4Program.PUBLIC.vaultAddress(ref(account), 7);

        assertEquals(
                new BuildRefusal.KeylessAdmin(keyless),
                scene.refusal(new BuildRequest.HandOverAdmin(
                        account, new AdminControl.HeldBy(keyless), BuildOptions.DEFAULT)));
    }

    /** An account of two, one of whom decides, that is its own admin. */
    private AccountRef selfGoverned() {
        Address createKey = scene.key("self-governed");
        AccountRef account = SquadsV4Program.PUBLIC.locate(createKey);
        scene.lands(new BuildRequest.CreateAccount(
                createKey,
                ann,
                new Command.CreateAccount(
                        Array.of(ann, bob).map(signer -> new Signer(signer, Permissions.ALL)),
                        new Threshold(1),
                        TimeLock.NONE,
                        new AdminControl.HeldBy(ann),
                        Option.none()),
                BuildOptions.DEFAULT));
        scene.ledger.fund(account.address(), Scene.SOL);
        scene.lands(new BuildRequest.HandOverAdmin(
                account.address(), new AdminControl.HeldBy(account.address()), BuildOptions.DEFAULT));
        return account;
    }

    private Instruction changing(AccountRef account, SettingsAction action) {
        return SquadsV4Program.PUBLIC.encode(
                account, new Operation.ChangeAsAdmin(account.address(), ann, action, Option.none()));
    }

    private AccountRef ref(Address account) {
        return scene.custody.account(account).get().ref();
    }

    private BuildRequest prepare(AccountRef account, Instruction... instructions) {
        return new BuildRequest.Prepare(
                account.address(),
                Client.transaction(account.address(), instructions),
                Array.of(ann),
                BuildOptions.DEFAULT);
    }
}
