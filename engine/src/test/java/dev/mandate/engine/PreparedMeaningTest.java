package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
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
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.Warning;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** What a prepared transaction means is looked at before it is voted on. */
class PreparedMeaningTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.person("shop");

    @Test
    void anAccountThatIsItsOwnAdminChangesItselfByATransaction() {
        AccountRef account = selfGoverned();

        fixture.lands(prepare(account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(2)))));

        assertEquals(new Threshold(2), fixture.settings(account.address()).roster().threshold());
    }

    @Test
    void anUngovernableChangeIsRefusedBeforeTheVote() {
        AccountRef account = selfGoverned();

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.SettingsRefused(new SettingsRefusal.Ungovernable(
                        Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(3), 2))))),
                fixture.refusal(prepare(
                        account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(3))))));
    }

    @Test
    void aChangeThatOnlyTheAdminMayMakeIsRefusedToOthers() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann, bob)));

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.SettingsRefused(
                        new SettingsRefusal.NotTheAdmin(account.address(), new AdminControl.None()))),
                fixture.refusal(prepare(
                        account, changing(account, new SettingsAction.ChangeThreshold(new Threshold(2))))));
    }

    @Test
    void anAccountDoesNotMakeItselfItsOwnSignerNorActAsOne() {
        AccountRef account = selfGoverned();
        BuildRefusal own = new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account.address()));

        Address otherVault = SquadsV4Program.PUBLIC.vaultAddress(account, 1);
        for (Address itself : Array.of(account.address(), otherVault)) {
            assertEquals(
                    new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, itself)),
                    fixture.refusal(prepare(
                            account, changing(account, new SettingsAction.AddSigner(NewAccount.allowedAll(itself))))));
        }
        assertTrue(
                fixture.refusal(prepare(account, proposing(account, account.address()))).each().forAll(BuildRefusal.Forbidden.class::isInstance),
                "the rules refuse who is no signer");
        assertTrue(fixture.refusal(prepare(
                        account,
                        SquadsV4Program.PUBLIC.encode(
                                account, new Operation.CastVote(account.address(), 2, Vote.APPROVE, Option.none()))))
                .each()
                .contains(own));
    }

    @Test
    void aChangeThatItsInstructionsProposeIsOneThatCouldBeProposed() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann, bob)));

        assertEquals(
                new BuildRefusal.Unwise(new Warning.WouldNeverExecute(new Refusal.SettingsRefused(
                        new SettingsRefusal.Ungovernable(
                                Array.of(new SettingsProblem.ThresholdExceedsVoters(new Threshold(3), 2)))))),
                fixture.refusal(prepare(
                        account,
                        proposing(account, ann),
                        SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)))));
    }

    @Test
    void aLimitThatNoVoteWouldGrantIsNotGrantedByATransaction() {
        AccountRef account = selfGoverned();
        LimitTerms nothing = fixture.limitTerms("nothing", new Token.Sol(), 0, ann);

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.NotSpent(
                        new SpendingRefusal.BadTerms(Array.of(new LimitProblem.AmountZero())))),
                fixture.refusal(prepare(account, adding(account, nothing))));
        LimitTerms once = fixture.limitTerms("once", new Token.Sol(), 5, ann);
        Address limit = SquadsV4Program.PUBLIC.limitAddress(account, once.createKey());
        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.NoLimit(limit)),
                fixture.refusal(prepare(account, changing(account, new SettingsAction.RemoveSpendingLimit(limit)))));
        sends(prepare(account, adding(account, once)));
        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.LimitExists(limit)),
                fixture.refusal(prepare(account, adding(account, once))));
    }

    @Test
    void removingASignerWithLimitsIsRefused() {
        AccountRef account = selfGoverned();
        LimitTerms terms = fixture.limitTerms("bob's", new Token.Sol(), 5, bob);
        Address limit = SquadsV4Program.PUBLIC.limitAddress(account, terms.createKey());
        sends(prepare(account, adding(account, terms)));
        Instruction leaving = changing(account, new SettingsAction.RemoveSigner(bob));

        assertEquals(
                new BuildRefusal.LeaversHoldLimits(TreeMap.of(bob, Array.of(limit))),
                fixture.refusal(prepare(account, leaving)));
        assertTrue(fixture.custody
                .build(prepare(account, leaving, changing(account, new SettingsAction.RemoveSpendingLimit(limit))))
                .isRight());
    }

    /** Other clients put anything to the vote. */
    @Test
    void contentRefusedAtPrepareIsNotApprovedIfOthersProposeIt() {
        AccountRef account = selfGoverned();
        Instruction joining =
                changing(account, new SettingsAction.AddSigner(NewAccount.allowedAll(account.address())));
        besides(account, new Operation.CreateTransaction(ann, ann, 1, stored(account, joining), Option.none()));
        besides(account, new Operation.CreateProposal(ann, ann, 1));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account.address())),
                fixture.refusal(EngineFixture.votes(account.address(), 1, Vote.APPROVE, ann)));
        fixture.lands(EngineFixture.votes(account.address(), 1, Vote.REJECT, ann, bob));
    }

    /** What instructions of the account cost whoever pays in them is not in the quote. */
    private void sends(BuildRequest request) {
        TransactionPlan built = fixture.builds(request);
        assertTrue(fixture.submit(built.account().address(), fixture.signed(built)).isRight());
    }

    private TransactionContent stored(AccountRef account, Instruction instruction) {
        return SquadsV4Program.PUBLIC
                .store(account, 0, Array.of(instruction), Array.empty())
                .get();
    }

    private void besides(AccountRef account, Operation operation) {
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(account, operation));
    }

    private Instruction adding(AccountRef account, LimitTerms terms) {
        return changing(
                account,
                new SettingsAction.AddSpendingLimit(
                        SquadsV4Program.PUBLIC.limitAddress(account, terms.createKey()), terms));
    }

    /** A threshold that three would have to reach, of whom there are two. */
    private static Instruction proposing(AccountRef account, Address by) {
        return SquadsV4Program.PUBLIC.encode(
                account,
                new Operation.CreateTransaction(
                        by,
                        by,
                        1,
                        new TransactionContent.SettingsChange(
                                Array.of(new SettingsAction.ChangeThreshold(new Threshold(3)))),
                        Option.none()));
    }

    @Test
    void aDurableNonceIsAdvancedNowhereInside() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann)));
        Address nonce = fixture.ledger.nonce(fixture.key("nonce"), account.address());
        Instruction advance = SystemProgram.advanceNonce(nonce, account.address());
        Instruction padded = new Instruction(
                advance.program(),
                advance.accounts().append(AccountMeta.readonly(shop)),
                Bytes.ofHex("0400000000"));
        Instruction transfer = SystemProgram.transfer(account.address(), shop, BaseUnits.of(EngineFixture.SOL));

        assertEquals(new BuildRefusal.NonceInside(0, nonce), fixture.refusal(prepare(account, advance, transfer)));
        assertEquals(new BuildRefusal.NonceInside(1, nonce), fixture.refusal(prepare(account, transfer, padded)));
    }

    @Test
    void aSignerWithoutAKeyIsRefused() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann)));
        Address otherVault = SquadsV4Program.PUBLIC.vaultAddress(account, 1);

        assertEquals(
                new BuildRefusal.KeylessInside(otherVault),
                fixture.refusal(prepare(
                        account,
                        SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)),
                        SystemProgram.transfer(otherVault, shop, BaseUnits.of(1)))));
    }

    @Test
    void writingToItsOwnProposalIsRefused() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann)));
        Address proposal = SquadsV4Program.PUBLIC.proposalAddress(account, 1);
        Instruction transfer = SystemProgram.transfer(account.address(), shop, BaseUnits.of(1));

        assertEquals(
                new BuildRefusal.WritesOwnProposal(proposal),
                fixture.refusal(prepare(
                        account,
                        new Instruction(
                                transfer.program(),
                                transfer.accounts().append(AccountMeta.writable(proposal)),
                                transfer.data()))));
    }

    @Test
    void outsideSignersOfTheContentAreNamed() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann)));
        Address guest = fixture.person("guest");

        TransactionPlan built = fixture.landed(prepare(
                account,
                SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)),
                SystemProgram.transfer(guest, shop, BaseUnits.of(1))));

        assertEquals(Array.of(guest), built.outsideSigners());
    }

    @Test
    void aProposalTakesTheComputeBudgetOutsideAsWell() {
        AccountRef account = ref(fixture.account(NewAccount.of(1, ann)));
        Bytes withBudget = ClientTransactions.transaction(
                account.address(),
                ComputeBudgetProgram.setComputeUnitLimit(300_000),
                SystemProgram.transfer(account.address(), shop, BaseUnits.of(1)));

        TransactionPlan built = fixture.landed(new BuildRequest.Propose(
                account.address(), new Proposable.Transaction(withBudget), ann, BuildOptions.DEFAULT));

        assertEquals(4, EngineFixture.instructions(built));
    }

    /** A program's address may have a key, which no transaction of a payer takes. */
    @Test
    void controlIsNeverHandedToAProgram() {
        Address program = fixture.key("program");
        fixture.chain().put(program, new AccountData(BaseUnits.of(1), shop, Bytes.EMPTY, true));
        BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, program));
        AdminControl handed = new AdminControl.HeldBy(program);
        Address administered = fixture.account(NewAccount.of(1, ann).administeredBy(bob));
        AccountRef itself = selfGoverned();
        Instruction nested = SquadsV4Program.PUBLIC.encode(
                itself, new Operation.HandOver(itself.address(), itself.address(), handed, Option.none()));

        assertEquals(
                refused, fixture.refusal(new BuildRequest.HandOverAdmin(administered, handed, BuildOptions.DEFAULT)));
        assertEquals(
                refused,
                fixture.refusal(new BuildRequest.CreateAccount(
                        fixture.key("controlled"),
                        ann,
                        NewAccount.of(1, ann).administeredBy(program).terms(),
                        BuildOptions.DEFAULT)));
        assertEquals(refused, fixture.refusal(prepare(itself, nested)));
        Instruction direct = SquadsV4Program.PUBLIC.encode(
                ref(administered), new Operation.HandOver(bob, bob, handed, Option.none()));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, program))),
                fixture.submit(administered, fixture.signedBesides(bob, direct)));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, program))),
                fixture.submit(itself.address(), approvalByOthersMeans(itself, nested)));
    }

    /** Of what another client has recorded. */
    private Bytes approvalByOthersMeans(AccountRef account, Instruction instruction) {
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        long index = fixture.settings(account.address()).transactionIndex() + 1;
        TransactionContent content = program.store(account, 0, Array.of(instruction), Array.empty()).get();
        fixture.landsBesides(
                ann, program.encode(account, new Operation.CreateTransaction(ann, ann, index, content, Option.none())));
        Option<Memo> purpose = Option.some(new VotePurpose(index, program.fingerprint(content)).toMemo());
        return fixture.signedBesides(
                ann,
                program.encode(account, new Operation.CreateProposal(ann, ann, index)),
                program.encode(account, new Operation.CastVote(ann, index, Vote.APPROVE, purpose)));
    }

    @Test
    void controlIsNeverHandedToAKeylessAddress() {
        Address account = fixture.account(NewAccount.of(1, ann).administeredBy(bob));
        Address derived = SquadsV4Program.PUBLIC.vaultAddress(ref(account), 7);
        // The point (0, -1), whose signatures no validator takes; and the base point with that added.
        Address ofOrderTwo = Address.of(HexFormat.of().parseHex("ec" + "ff".repeat(30) + "7f"));
        Address ofMixedOrder = Address.of(HexFormat.of().parseHex("95" + "99".repeat(31)));

        for (Address keyless : Array.of(derived, ofOrderTwo, ofMixedOrder)) {
            assertEquals(
                    new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, keyless)),
                    fixture.refusal(new BuildRequest.HandOverAdmin(
                            account, new AdminControl.HeldBy(keyless), BuildOptions.DEFAULT)));
        }
    }

    /** An account of two, one of whom decides, that is its own admin. */
    private AccountRef selfGoverned() {
        Address createKey = fixture.key("self-governed");
        AccountRef account = SquadsV4Program.PUBLIC.locate(createKey);
        fixture.lands(new BuildRequest.CreateAccount(
                createKey,
                ann,
                new Command.CreateAccount(
                        Array.of(ann, bob).map(signer -> new Signer(signer, Permissions.ALL)),
                        new Threshold(1),
                        TimeLock.NONE,
                        new AdminControl.HeldBy(ann),
                        Option.none()),
                BuildOptions.DEFAULT));
        fixture.ledger.fund(account.address(), EngineFixture.SOL);
        fixture.lands(new BuildRequest.HandOverAdmin(
                account.address(), new AdminControl.HeldBy(account.address()), BuildOptions.DEFAULT));
        return account;
    }

    private Instruction changing(AccountRef account, SettingsAction action) {
        return SquadsV4Program.PUBLIC.encode(
                account, new Operation.ChangeAsAdmin(account.address(), ann, action, Option.none()));
    }

    private AccountRef ref(Address account) {
        return fixture.custody.account(account).get().ref();
    }

    private BuildRequest prepare(AccountRef account, Instruction... instructions) {
        return new BuildRequest.Prepare(
                account.address(),
                ClientTransactions.transaction(account.address(), instructions),
                Array.of(ann),
                BuildOptions.DEFAULT);
    }
}
