package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal.FitsList;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one transaction holds in each version, and what it asks for, with the deployed program on the real runtime. */
class Version1OnSvmTest extends EngineOnSvmFixture {

    private final Custody custody = EngineFixture.engine(chain, new InMemoryJournal());

    private BuildRequest prepare(Address account, Bytes transaction, int signers, TransactionVersion version) {
        return new BuildRequest.Prepare(
                account,
                transaction,
                voters.take(signers).map(TestKey::address),
                BuildOptions.DEFAULT.paidBy(payer.address()).withVersion(version));
    }

    private static TransactionConfig config(Step step) {
        return WireTransaction.parse(step.unsigned().transaction()).get().message().config();
    }

    @Test
    void oneTransactionHoldsTheLargestContentWithSevenApprovals() {
        Address account = account(custody, 7, 10);
        BuildRequest version1 = prepare(account, largest(account), 10, TransactionVersion.V1);

        Step step = custody.build(version1).get().single();
        assertEquals(2_341, step.unsigned().transaction().length());
        assertEquals(8, step.unsigned().signers().length());
        assertEquals(Array.of(Kind.ALL), landed(custody, version1));
    }

    /** Version 1 holds 12 signatures, the payer's among them. */
    @ParameterizedTest
    @CsvSource({"LEGACY_OR_V0, 6", "V1, 11"})
    void approvalsBesideATransferOfSol(TransactionVersion version, int most) {
        Address account = account(custody, most, 12);
        Address larger = account(custody, most + 1, 12);

        assertEquals(
                Array.of(Kind.ALL),
                landed(custody, prepare(account, ClientTransactions.transfer(account, shop, SOL), 12, version)));
        assertTrue(custody.build(prepare(larger, ClientTransactions.transfer(larger, shop, SOL), 12, version))
                        .get()
                        .steps()
                        .length()
                > 1);
    }

    @ParameterizedTest
    @CsvSource({"LEGACY_OR_V0, 24, 1246, 1232", "V1, 111, 4129, 4096"})
    void membersAtCreation(TransactionVersion version, int most, int bytesOfOneMore, int limit) {
        TestKey createKey = TestKey.of("create key of " + most);
        TransactionPlan built = custody.build(creation(createKey, most, version)).get();

        send(custody, KeyRing.of(payer, createKey), built.account().address(), built.single());

        assertEquals(
                Either.left(new BuildRefusal.DoesNotFit(
                        bytesOfOneMore, limit, Option.some(new FitsList(FitsList.Kind.SIGNERS, most + 1, most)))),
                custody.build(creation(TestKey.of("another"), most + 1, version)));
    }

    private BuildRequest creation(TestKey createKey, int members, TransactionVersion version) {
        Address[] addresses = Array.rangeClosed(1, members)
                .map(number -> TestKey.of("member " + number).address())
                .toJavaArray(Address[]::new);
        return new BuildRequest.CreateAccount(
                createKey.address(), payer.address(), NewAccount.of(1, addresses).terms(), BuildOptions.DEFAULT.withVersion(version));
    }

    /**
     * Data of an instruction with one account, proposed, approved by two and executed at once. {@code Prepare} takes 1,049 bytes of
     * instructions in any version, so this is compiled from operations.
     */
    @ParameterizedTest
    @CsvSource({"LEGACY, 511, 1232", "V1, 3359, 4096"})
    void dataOfAnInnerInstruction(MessageVersion version, int most, int limit) {
        Address account = account(custody, 2, 3);
        AccountRef ref = custody.account(account).get().ref();
        Message largest = withMemo(ref, version, most);

        Bytes transaction = new SolanaFormat().compile(largest).get().transaction();
        assertEquals(limit, transaction.length());
        assertTrue(new SolanaFormat().compile(withMemo(ref, version, most + 1)).isLeft());
        KeyRing people = KeyRing.of(payer, voters.get(0), voters.get(1));
        assertTrue(chain.send(people.sign(transaction)).exists(SendOutcome.Accepted.class::isInstance));
    }

    private Message withMemo(AccountRef ref, MessageVersion version, int bytes) {
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        Address ann = voters.get(0).address();
        Address bob = voters.get(1).address();
        TransactionContent.VaultInstructions content = program.store(
                        ref,
                        0,
                        Array.of(new Instruction(
                                MemoProgram.ID,
                                Array.of(AccountMeta.signer(ref.address())),
                                Bytes.of("m".repeat(bytes).getBytes(StandardCharsets.UTF_8)))),
                        Array.empty())
                .get();
        return new Message(
                version,
                payer.address(),
                chain.latestBlockhash().get().blockhash(),
                version == MessageVersion.V1 ? ComputeBudget.MOST.config() : TransactionConfig.NONE,
                Array.<Operation>of(
                                new Operation.CreateTransaction(ann, payer.address(), 1, content, Option.none()),
                                new Operation.CreateProposal(ann, payer.address(), 1),
                                new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()),
                                new Operation.CastVote(bob, 1, Vote.APPROVE, Option.none()),
                                new Operation.ExecuteInstructions(ann, 1, content, Array.empty()))
                        .map(operation -> program.encode(ref, operation)),
                Array.empty());
    }

    private Bytes transfers(Address account, int number) {
        return ClientTransactions.version1(
                account,
                Array.fill(number, () -> SystemProgram.transfer(account, shop, BaseUnits.of(1_000_000)))
                        .toJavaArray(Instruction[]::new));
    }

    @Test
    void aLargerHeapIsRequestedOnlyIfNeeded() {
        Address account = account(custody, 2, 3);

        for (int transfers : new int[] {30, 40}) {
            BuildRequest request = prepare(account, transfers(account, transfers), 3, TransactionVersion.V1);
            TransactionConfig config = config(custody.build(request).get().single());
            assertEquals(transfers == 40 ? Option.some(65_536) : Option.none(), config.heapSize());
            assertTrue(config.computeUnitLimit().get() < 400_000, config::toString);
            assertEquals(Array.of(Kind.ALL), landed(custody, request));
        }
        assertEquals(70 * 1_000_000, lamports(shop));
    }

    /** It needs more than 32 KiB of heap, and as the sixth of six transactions it cannot be simulated when it is built. */
    @Test
    void soDoesAnExecutionThatFollowsOtherTransactions() {
        Address account = account(custody, 2, 3);

        Array<Kind> kinds = landed(custody, prepare(account, transfers(account, 57), 3, TransactionVersion.LEGACY_OR_V0));

        assertTrue(kinds.length() > 1 && kinds.contains(Kind.EXECUTE), kinds::toString);
        assertEquals(57 * 1_000_000, lamports(shop));
    }

    /** It was proposed before, so it can be simulated. */
    @Test
    void soDoesAnExecutionByItself() {
        Address account = account(custody, 2, 3);
        Array<Step> steps = custody.build(prepare(account, transfers(account, 57), 3, TransactionVersion.LEGACY_OR_V0))
                .get()
                .steps();
        KeyRing people = KeyRing.of(voters.append(payer).toJavaArray(TestKey[]::new));
        steps.takeUntil(step -> step.kind() == Kind.EXECUTE).forEach(step -> send(custody, people, account, step));

        BuildRequest execution = new BuildRequest.Execute(
                account, 1, Array.of(voters.head().address()), BuildOptions.DEFAULT.paidBy(payer.address()));

        ComputeBudget asked = EngineFixture.computeBudget(custody.build(execution).get().single());
        assertEquals(Option.some(65_536), asked.heapBytes());
        assertTrue(asked.unitLimit().get() < 300_000, asked::toString);
        assertEquals(Array.of(Kind.ALL), landed(custody, execution));
        assertEquals(57 * 1_000_000, lamports(shop));
    }
}
