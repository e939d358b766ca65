package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.NecessaryVoters;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.NamedSigners;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.policy.TransactionPolicy;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Votes of the engine that an account cannot do without. */
class PolicySignerTest {

    private static final long SOL = EngineLimitFixture.SOL;

    private final EngineLimitFixture fixture = fixture();
    private final TestKey ann = fixture.ann;
    private final TestKey bob = TestKey.of("policy/bob");
    private final TestKey carol = TestKey.of("policy/carol");
    private final TestKey admin = TestKey.of("policy/admin");
    private final KeyRing keys = KeyRing.of(ann, bob, carol, admin);
    private final Address account = created(new AdminControl.HeldBy(admin.address()));

    PolicySignerTest() {
        Array.of(bob, carol, admin).forEach(person -> fixture.control.fund(person.address(), BaseUnits.of(10 * SOL)));
    }

    /** A fixture at its start. */
    EngineLimitFixture fixture() {
        return new EngineLimitFixture();
    }

    @AfterEach
    void logIsSound() {
        fixture.assertLogIsSound();
    }

    /** Two of three. */
    private Address created(AdminControl control) {
        Command.CreateAccount plain = Command.CreateAccount.ofEquals(2, ann.address(), bob.address(), carol.address());
        Address made = fixture.service()
                .create(
                        EngineLimitFixture.ACME.keyLine(),
                        new CreationOrder(new Command.CreateAccount(
                                plain.signers(), plain.threshold(), plain.timeLock(), control, plain.rentCollector())),
                        new Retry.Unnamed())
                .get()
                .account()
                .address();
        fixture.control.fund(made, BaseUnits.of(100 * SOL));
        return made;
    }

    private Either<BuildRefusal, TransactionPlan> built(BuildRequest request) {
        return fixture.service().build(request);
    }

    private Either<SubmissionRefusal, Submission> submitted(TenantService service, TransactionPlan plan) {
        return service.submit(
                account, keys.sign(plan.single().unsigned().transaction()), Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    private void land(BuildRequest request) {
        Submission landed = submitted(fixture.service(), built(request).getOrElseThrow(refusal -> new AssertionError("not built: " + refusal)))
                .getOrElseThrow(refusal -> new AssertionError("not submitted: " + refusal));
        assertInstanceOf(Submission.State.Confirmed.class, landed.state());
    }

    private void addPolicySigner() {
        land(new BuildRequest.AddPolicySigner(account, BuildOptions.DEFAULT));
    }

    private Roster roster() {
        return fixture.service().account(account).get().settings().roster();
    }

    private BuildRequest.Transfer transfer(TestKey... by) {
        return new BuildRequest.Transfer(
                account, fixture.shop, new Token.Sol(), BaseUnits.of(SOL), Array.of(by).map(TestKey::address), BuildOptions.DEFAULT);
    }

    /** A service that vetoes every transfer to the shop. */
    private TenantService vetoing() {
        TransactionPolicy veto = input -> PolicyVerdict.of(input.all()
                .filter(instruction -> instruction.instruction().accounts().exists(meta -> meta.address().equals(fixture.shop)))
                .map(instruction -> new PolicyReason("shop", "nothing goes to the shop")));
        return fixture.builder(fixture.chain, fixture.journal, fixture::now)
                .settings(EngineLimitFixture.SETTINGS.withPolicy(veto))
                .build()
                .service(Network.DEVNET, EngineLimitFixture.ACME.tenant())
                .get();
    }

    @Test
    void theEnginesVotesBecomeNecessaryAndAsManyOthersDecideAsBefore() {
        addPolicySigner();

        Array<Address> engines = fixture.service().policySigners(account);
        assertEquals(2, engines.length());
        assertEquals(new Threshold(4), roster().threshold());
        assertTrue(NecessaryVoters.areNecessary(roster(), engines.toSet()));
        TransactionPlan plan = built(transfer(ann, bob, carol)).get();
        assertEquals(Array.of(ann.address(), bob.address()).toSet(), plan.signers().removeAll(engines).toSet());
        land(transfer(bob, carol));
        assertEquals(SOL, fixture.received());
        assertInstanceOf(BuildRefusal.SignersInsufficient.class, built(transfer(ann)).getLeft());
    }

    @Test
    void theEngineDoesNotVoteForAVetoedTransaction() {
        addPolicySigner();
        TransactionPlan plan = built(transfer(ann, bob)).get();

        assertInstanceOf(
                BuildRefusal.PolicyVeto.class,
                ((SubmissionRefusal.NotAsked) submitted(vetoing(), plan).getLeft()).why());
        assertEquals(0, fixture.received());
    }

    @Test
    void itsVotesNeverTakeThePlaceOfOthers() {
        addPolicySigner();
        Array<Address> engines = fixture.service().policySigners(account);
        BuildRequest lower = new BuildRequest.ChangeSettings(
                account, Array.of(new SettingsEdit.SetThreshold(new Threshold(2))), new Authority.Admin(), LeaversLimits.REFUSE, BuildOptions.DEFAULT);
        assertEquals(Either.left(new BuildRefusal.PolicySignerPresent(engines)), built(lower));

        // The admin may do so elsewhere.
        Custody other = elsewhere();
        TransactionPlan elsewhere = other.build(lower).getOrElseThrow(why -> new AssertionError(why));
        assertTrue(other
                .submit(account, keys.sign(elsewhere.single().unsigned().transaction()), Array.empty(), new Retry.Unnamed())
                .isRight());

        assertInstanceOf(BuildRefusal.SignersInsufficient.class, built(transfer(ann)).getLeft());
        TransactionPlan vote = other
                .build(new BuildRequest.Prepare(
                        account, transferBytes(), Array.of(engines.get(0), engines.get(1), ann.address()), BuildOptions.DEFAULT.paidBy(ann.address())))
                .get();
        assertEquals(
                new SubmissionRefusal.SignaturesMissing(engines.take(1)), submitted(fixture.service(), vote).getLeft());
        land(transfer(bob, carol));
        land(new BuildRequest.RemovePolicySigner(account, BuildOptions.DEFAULT));
        assertEquals(new Threshold(2), roster().threshold());
    }

    @Test
    void theProgramDoesNotExecuteWithoutThePolicySigner() {
        addPolicySigner();
        land(new BuildRequest.Propose(account, new Proposable.Transaction(transferBytes()), ann.address(), BuildOptions.DEFAULT));
        Custody elsewhere = elsewhere();
        TransactionPlan votes = elsewhere
                .build(new BuildRequest.CastVotes(
                        account, 1, Vote.APPROVE, Array.of(ann, bob, carol).map(TestKey::address), BuildOptions.DEFAULT.paidBy(ann.address())))
                .get();
        assertTrue(elsewhere
                .submit(account, keys.sign(votes.single().unsigned().transaction()), Array.empty(), new Retry.Unnamed())
                .isRight());

        assertEquals(Option.some("InvalidProposalStatus"), failureOfExecution());
        assertEquals(0, fixture.received());
    }

    /** The program's reason not to execute the first transaction. */
    private Option<String> failureOfExecution() {
        AccountRef ref = fixture.service().account(account).get().ref();
        SmartAccountProgram program = Solana.SQUADS_V4.program();
        Address content = program.transactionAddress(ref, 1);
        TransactionContent.VaultInstructions stored = (TransactionContent.VaultInstructions) program.readContent(
                ref, fixture.chain.accounts(Array.of(program.query(content))).get().owned().get(content).get());
        Instruction execution = program.encode(ref, new Operation.ExecuteInstructions(bob.address(), 1, stored, Array.empty()));
        return fixture.chain
                .simulate(keys.sign(compiled(bob.address(), execution)))
                .get()
                .failure()
                .flatMap(why -> why instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code))
                        ? program.errorName(code)
                        : Option.none());
    }

    @Test
    void peopleVoteApartAndTheEngineVotesOnce() {
        addPolicySigner();
        land(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(transferBytes()),
                ann.address(),
                BuildOptions.DEFAULT));
        land(new BuildRequest.CastVotes(account, 1, Vote.APPROVE, Array.of(ann.address()), BuildOptions.DEFAULT));
        land(new BuildRequest.CastVotes(account, 1, Vote.APPROVE, Array.of(carol.address()), BuildOptions.DEFAULT));
        land(new BuildRequest.Execute(account, 1, Array.of(bob.address()), BuildOptions.DEFAULT));
        assertEquals(SOL, fixture.received());
    }

    /** A service without the engine's votes. */
    private Custody elsewhere() {
        Custody other = CustodyEngine.builder()
                .network(Network.DEVNET).chain(fixture.chain).formats(Solana.SQUADS_V4).journal(new InMemoryJournal())
                .build();
        assertTrue(other.register(fixture.service().account(account).get().ref().settings()).isRight());
        return other;
    }

    private Bytes transferBytes() {
        return compiled(account, SystemProgram.transfer(account, fixture.shop, BaseUnits.of(SOL)));
    }

    private Bytes compiled(Address payer, Instruction instruction) {
        return new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        payer,
                        fixture.chain.latestBlockhash().get().blockhash(),
                        Array.of(instruction),
                        Array.empty()))
                .get()
                .transaction();
    }

    @Test
    void anApiKeyNeitherRejectsNorPaysByTheEnginesVotes() {
        addPolicySigner();
        Address engine = fixture.service().policySigners(account).head();
        land(new BuildRequest.Propose(account, new Proposable.Transaction(transferBytes()), ann.address(), BuildOptions.DEFAULT));

        assertTrue(built(new BuildRequest.CastVotes(account, 1, Vote.REJECT, Array.of(engine), BuildOptions.DEFAULT)).isLeft());
        TransactionPlan paid = built(new BuildRequest.CastVotes(
                        account, 1, Vote.APPROVE, Array.of(ann.address()), BuildOptions.DEFAULT.paidBy(engine)))
                .get();
        assertEquals(
                new SubmissionRefusal.SignaturesMissing(Array.of(engine)),
                submitted(fixture.service(), paid).getLeft());
    }

    /** A voter of the engine signs nothing but approvals, so a transaction that it paid for could not be signed. */
    @Test
    void theEnginesVotersNeverPayWhoeverIsNamedFirst() {
        addPolicySigner();
        // The admin may give up the control elsewhere: from then on settings are changed by votes.
        Custody other = elsewhere();
        TransactionPlan handOver = other.build(new BuildRequest.HandOverAdmin(account, new AdminControl.None(), BuildOptions.DEFAULT)).get();
        assertTrue(other
                .submit(account, keys.sign(handOver.single().unsigned().transaction()), Array.empty(), new Retry.Unnamed())
                .isRight());
        Array<Address> engines = fixture.service().policySigners(account);
        Authority.Vote named = new Authority.Vote(engines.append(ann.address()).append(bob.address()));
        for (NamedSigners signing : NamedSigners.values()) {
            BuildOptions options = BuildOptions.DEFAULT.signedBy(signing);
            TransactionPlan limit = built(new BuildRequest.AddLimit(account, fixture.terms(PolicyPeriod.DAY, SOL), named, options))
                    .getOrElseThrow(refusal -> new AssertionError("not built: " + refusal));

            assertEquals(ann.address(), limit.signers().head());
            assertInstanceOf(Submission.State.Confirmed.class, submitted(fixture.service(), limit).get().state());
            land(new BuildRequest.ReplaceLimit(account, limit.limit().get(), fixture.terms(PolicyPeriod.DAY, 2 * SOL), named, options));
            Array.ofAll(fixture.service().limits(account).get())
                    .forEach(view -> land(new BuildRequest.RemoveLimit(account, view.limit(), named, options)));
            land(new BuildRequest.ChangeSettings(
                    account,
                    Array.of(new SettingsEdit.SetRentCollector(Option.some(signing == NamedSigners.ALL_SIGN ? account : bob.address()))),
                    named,
                    LeaversLimits.REFUSE,
                    options));
        }
    }

    @Test
    void theAdminTakesItOutAgain() {
        Roster before = roster();
        addPolicySigner();
        assertEquals(
                Either.left(new BuildRefusal.PolicySignerPresent(
                        fixture.service().policySigners(account).filter(address -> roster().find(address).isDefined()))),
                built(new BuildRequest.AddPolicySigner(account, BuildOptions.DEFAULT)));

        land(new BuildRequest.RemovePolicySigner(account, BuildOptions.DEFAULT));

        assertEquals(before, roster());
        assertEquals(
                Either.left(new BuildRefusal.PolicySignerAbsent(account)),
                built(new BuildRequest.RemovePolicySigner(account, BuildOptions.DEFAULT)));
    }

    @Test
    void itIsRefusedWithoutAnAdminOutsideTheEngine() {
        Address free = created(new AdminControl.None());
        assertEquals(
                Either.left(new BuildRefusal.NoAdmin(free)), built(new BuildRequest.AddPolicySigner(free, BuildOptions.DEFAULT)));

        Address held = fixture.service()
                .signerOf(new Secp256k1PublicKey(Bytes.ofHex("02" + "11".repeat(32))), IntentFormat.SHA256)
                .get();
        Address hostage = created(new AdminControl.HeldBy(held));
        assertEquals(
                Either.left(new BuildRefusal.AdminNotOutside(held)),
                built(new BuildRequest.AddPolicySigner(hostage, BuildOptions.DEFAULT)));
        int keysBefore = fixture.vault.keys();
        assertTrue(fixture.service().validate(new BuildRequest.AddPolicySigner(account, BuildOptions.DEFAULT)).isRight());
        assertEquals(keysBefore, fixture.vault.keys());
    }

    @Test
    void whileItIsInTheControlStaysWithAnAdminOutsideTheEngine() {
        addPolicySigner();

        assertInstanceOf(
                BuildRefusal.AdminNotOutside.class,
                built(new BuildRequest.HandOverAdmin(account, new AdminControl.None(), BuildOptions.DEFAULT)).getLeft());
        land(new BuildRequest.HandOverAdmin(account, new AdminControl.HeldBy(bob.address()), BuildOptions.DEFAULT));
    }
}
