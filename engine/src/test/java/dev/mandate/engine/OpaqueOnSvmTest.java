package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.explain.MoneyAmount;
import dev.mandate.domain.explain.MoneyChange;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the deployed program takes and the engine does not build: it is seen, and voted down, on the real runtime. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpaqueOnSvmTest {

    private static final long SOL = 1_000_000_000;

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4())
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain chain = rig.chain();
    private final TestKey ann = TestKey.of("ann");
    private final TestKey bob = TestKey.of("bob");
    private final TestKey createKey = TestKey.of("create key");
    private final Address collector = TestKey.of("collector").address();
    private final AccountRef ref = program.locate(createKey.address());
    private final Address account = ref.address();

    @BeforeEach
    void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        Array.of(ann, bob).forEach(person -> chain.fund(person.address(), BaseUnits.of(10 * SOL)));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void aBatchIsListedAndRejectedAndCancelled() {
        Custody custody = founded(NewAccount.of(2, ann.address(), bob.address()).collectingRentFor(collector));
        besides(new Batches(ref, 1, ann.address()).create(0));
        besides(new Operation.CreateProposal(ann.address(), ann.address(), 1));
        besides(new Batches(ref, 2, ann.address()).create(0));
        besides(new Operation.CreateProposal(ann.address(), ann.address(), 2));

        Array<TransactionView> page =
                Array.ofAll(custody.transactions(account, OptionalLong.empty(), 10).get().items());
        assertEquals(Array.of(2L, 1L), page.map(view -> view.transaction().index()));
        assertTrue(page.forAll(view ->
                view.transaction().content().get() instanceof TransactionContent.Opaque opaque
                        && opaque.why().startsWith("a batch")));

        lands(custody, votes(1, Vote.REJECT, ann, bob));
        assertInstanceOf(Proposal.Rejected.class, proposal(custody, 1));

        besides(new Operation.CastVote(ann.address(), 2, Vote.APPROVE, Option.none()));
        besides(new Operation.CastVote(bob.address(), 2, Vote.APPROVE, Option.none()));
        assertTrue(custody.build(votes(2, Vote.APPROVE, ann)).isLeft());
        lands(custody, votes(2, Vote.CANCEL, ann, bob));
        assertInstanceOf(Proposal.Cancelled.class, proposal(custody, 2));
    }

    @Test
    void aBatchIsExplainedAsTheProgramKeepsIt() {
        Custody custody = founded(NewAccount.of(1, ann.address()));
        Address shop = TestKey.of("shop").address();
        Batches batches = new Batches(ref, 1, ann.address());
        Instruction first = SystemProgram.transfer(account, shop, BaseUnits.of(SOL));
        besides(batches.create(0));
        besides(batches.draft());
        besides(batches.add(1, first));
        besides(batches.add(2, SystemProgram.transfer(account, shop, BaseUnits.of(2 * SOL))));
        besides(batches.activate());

        Explanation approval = custody.explain(signed(program.encode(
                ref, new Operation.CastVote(ann.address(), 1, Vote.APPROVE, Option.none())))).get();

        assertTrue(approval.isUnderstood(), approval::toString);
        assertEquals(Option.some(new MoneyAmount.Exact(BaseUnits.of(3 * SOL))), gains(approval, shop));
        assertTrue(approval.intentHash().isDefined());
        Explanation stored = custody.explain(account, 1).get();
        assertTrue(stored.intentHash().isDefined());
        assertEquals(
                Option.some(stored.summary()), custody.transaction(account, 1).get().explanation().map(Explanation::summary), "whoever reads it");

        besides(new Operation.CastVote(ann.address(), 1, Vote.APPROVE, Option.none()));
        Instruction execution = batches.execute(
                1, AccountMeta.writable(account), AccountMeta.writable(shop), AccountMeta.readonly(SystemProgram.ID));

        assertEquals(Option.some(new MoneyAmount.Exact(BaseUnits.of(SOL))), gains(custody.explain(signed(execution)).get(), shop));
        besides(execution);
        assertEquals(Option.some(BaseUnits.of(SOL)), chain.accounts(Array.of(new AccountQuery.OfAnyOwner(shop))).get().owned().get(shop).map(AccountData::lamports));
    }

    private static Option<MoneyAmount> gains(Explanation explanation, Address address) {
        return explanation.money()
                .find(change -> change.account().equals(address) && change.direction() == MoneyChange.Direction.GAINS)
                .map(MoneyChange::amount);
    }

    /** The attack: the program reads past a byte too many, and the admin would be somebody who has no key. */
    @Test
    void anInstructionWithAByteTooManyIsVotedDownAlthoughTheProgramWouldRunIt() {
        Custody custody = founded(NewAccount.of(1, ann.address()).administeredBy(ann.address()));
        besides(new Operation.HandOver(
                ann.address(), ann.address(), new AdminControl.HeldBy(account), Option.none()));
        Instruction exact = program.encode(
                ref,
                new Operation.HandOver(account, account, new AdminControl.HeldBy(collector), Option.none()));
        byte[] data = exact.data().toArray();
        Instruction lock = new Instruction(
                exact.program(), exact.accounts(), Bytes.of(Arrays.copyOf(data, data.length + 1)));
        assertTrue(custody.build(new BuildRequest.Prepare(
                        account,
                        ClientTransactions.transaction(account, lock),
                        Array.of(ann.address()),
                        BuildOptions.DEFAULT))
                .isLeft());
        TransactionContent.VaultInstructions stored =
                program.store(ref, 0, Array.of(lock), Array.empty()).get();
        for (long index = 1; index <= 2; index++) {
            besides(new Operation.CreateTransaction(ann.address(), ann.address(), index, stored, Option.none()));
            besides(new Operation.CreateProposal(ann.address(), ann.address(), index));
        }

        assertTrue(custody.build(votes(1, Vote.APPROVE, ann)).isLeft());
        lands(custody, votes(1, Vote.REJECT, ann));
        assertInstanceOf(Proposal.Rejected.class, proposal(custody, 1));

        besides(new Operation.CastVote(ann.address(), 2, Vote.APPROVE, Option.none()));
        assertTrue(custody.build(new BuildRequest.Execute(
                        account, 2, Array.of(ann.address()), BuildOptions.DEFAULT))
                .isLeft());
        besides(new Operation.ExecuteInstructions(ann.address(), 2, stored, Array.empty()));
        assertEquals(
                new AdminControl.HeldBy(collector), custody.account(account).get().settings().admin(), "it is real");
    }

    private Custody founded(NewAccount founding) {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        lands(
                custody,
                new BuildRequest.CreateAccount(
                        createKey.address(), ann.address(), founding.terms(), BuildOptions.DEFAULT));
        chain.fund(account, BaseUnits.of(5 * SOL));
        return custody;
    }

    private BuildRequest votes(long index, Vote vote, TestKey... voters) {
        return new BuildRequest.CastVotes(
                account, index, vote, Array.of(voters).map(TestKey::address), BuildOptions.DEFAULT);
    }

    private Proposal proposal(Custody custody, long index) {
        return custody.transaction(account, index).get().transaction().proposal().get();
    }

    private void lands(Custody custody, BuildRequest request) {
        TransactionPlan built = custody.build(request)
                .getOrElseThrow(refusal -> new AssertionError("this should have been built: " + refusal));
        Either<PlanRefusal, Array<Submission>> landed = custody.submitAll(built, keys(), new IdempotencyKey("request-" + requests++));
        assertTrue(landed.isRight(), landed::toString);
    }

    private void besides(Operation operation) {
        besides(program.encode(ref, operation));
    }

    private void besides(Instruction instruction) {
        SendOutcome outcome = chain.send(signed(instruction)).get();
        assertTrue(outcome instanceof SendOutcome.Accepted, outcome::toString);
        assertLanded(((SendOutcome.Accepted) outcome).signature());
    }

    private Bytes signed(Instruction instruction) {
        return keys().sign(new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        ann.address(),
                        chain.latestBlockhash().get().blockhash(),
                        Array.of(instruction),
                        Array.empty()))
                .get()
                .transaction());
    }

    private void assertLanded(Signature signature) {
        assertEquals(
                Array.empty(),
                chain.statuses(Array.of(signature)).get().toArray().flatMap(status -> status.get().failure()));
    }

    private int requests;

    private KeyRing keys() {
        return KeyRing.of(ann, bob, createKey);
    }
}
