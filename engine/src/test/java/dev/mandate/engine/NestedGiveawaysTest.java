package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GiveawayWarning.Code;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.TransactionPage;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** An account that is a signer of another one can give that one's vault away. It is warned of as if it were its own. */
class NestedGiveawaysTest {

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address thief = fixture.key("thief");
    private final Address tokens = fixture.key("tokens");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final AccountRef inner = ref(fixture.account(NewAccount.of(1, account, ann)));
    private final AccountRef innermost = ref(fixture.account(NewAccount.of(1, inner.address())));
    private final Instruction assign = SimulatedSystemProgram.assign(inner.address(), thief);
    private final Array<GiveawayWarning> warned =
            Array.of(new GiveawayWarning(Code.GIVES_AWAY_VAULT, 0, inner.address()));

    @Test
    void contentThatIsProposedApprovedAndExecutedWithinNeedsAnAcknowledgement() {
        VaultInstructions content = stored(inner, assign);
        Array<Instruction> path = path(inner, account, content);

        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warned)), fixture.refusal(prepare(path)));
        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warned)), fixture.refusal(propose(path)));
        assertEquals(warned, fixture.builds(prepare(path, Code.GIVES_AWAY_VAULT)).warnings());
    }

    @Test
    void eachKindOfGiveawayIsSeenWithin() {
        for (var one : Array.of(
                Array.of(token("04ffffffffffffffff", tokens, thief, inner.address()), Code.APPROVES_DELEGATE),
                Array.of(token("0dffffffffffffffff06", tokens, thief, thief, inner.address()), Code.APPROVES_DELEGATE),
                Array.of(token("0602", tokens, inner.address()), Code.GIVES_AWAY_TOKEN_AUTHORITY),
                Array.of(token("09", tokens, thief, inner.address()), Code.CLOSES_TOKEN_ACCOUNT_ELSEWHERE))) {
            Instruction creation = creation(inner, account, 1, stored(inner, (Instruction) one.get(0)));

            assertEquals(
                    new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(
                            Array.of(new GiveawayWarning((Code) one.get(1), 0, tokens)))),
                    fixture.refusal(prepare(Array.of(creation))));
        }
    }

    @Test
    void oneLevelDeeperToo() {
        Array<Instruction> deeper = path(innermost, inner.address(), stored(innermost, SimulatedSystemProgram.assign(innermost.address(), thief)));
        Array<Instruction> path = path(inner, account, stored(inner, deeper.toJavaArray(Instruction[]::new)));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(
                        Array.of(new GiveawayWarning(Code.GIVES_AWAY_VAULT, 0, innermost.address())))),
                fixture.refusal(prepare(path)));
    }

    @Test
    void itIsFoundBehindALookupTable() {
        LookupTable table = fixture.ledger.table(fixture.key("table"), tokens, thief);
        VaultInstructions content = program.store(
                        inner, 0, Array.of(token("04ffffffffffffffff", tokens, thief, inner.address())), Array.of(table))
                .get();
        assertEquals(Option.some(Array.of(table.table())), program.tablesOf(content).map(Array::ofAll));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(
                        Array.of(new GiveawayWarning(Code.APPROVES_DELEGATE, 0, tokens)))),
                fixture.refusal(prepare(Array.of(creation(inner, account, 1, content)))));
    }

    @Test
    void contentThatStandsOnTheChainIsReadWhereItIsApprovedOrExecuted() {
        VaultInstructions content = stored(inner, assign);
        besides(creation(inner, ann, 1, content));
        besides(program.encode(inner, new Operation.CreateProposal(ann, ann, 1)));
        Instruction approval = vote(content);

        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warned)), fixture.refusal(prepare(Array.of(approval))));
        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warned)),
                fixture.refusal(prepare(Array.of(execution(inner, account, content)))));
    }

    @Test
    void laterVotersAndReadersSeeIt() {
        fixture.lands(propose(path(inner, account, stored(inner, assign)), Code.GIVES_AWAY_VAULT));

        assertEquals(warned, fixture.custody.transaction(account, 1).get().warnings());
        assertEquals(warned, fixture.builds(votes(account, 1, Vote.APPROVE, ann)).warnings());
        fixture.lands(votes(account, 1, Vote.APPROVE, ann));
        assertEquals(warned, fixture.builds(execute(account, 1, ann)).warnings());
    }

    @Test
    void anExecutionOfMissingContentIsNotPutToTheVote() {
        Instruction execution = execution(inner, account, stored(inner, assign));

        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(fixture.refusal(prepare(Array.of(execution)))));
        proposedByAnother(execution);
        assertOpaque();
    }

    @Test
    void aVoteWithinThatNamesNothingOrOtherContentIsNotPutToTheVote() {
        besides(creation(inner, ann, 1, stored(inner, assign)));
        besides(program.encode(inner, new Operation.CreateProposal(ann, ann, 1)));
        Instruction nameless =
                program.encode(inner, new Operation.CastVote(account, 1, Vote.APPROVE, Option.none()));

        assertInstanceOf(VoteProblem.VoteNamesNothing.class, Findings.vote(fixture.refusal(prepare(Array.of(nameless)))));
        assertInstanceOf(
                VoteProblem.AnotherProposed.class,
                Findings.vote(fixture.refusal(prepare(Array.of(vote(stored(inner, token("03", tokens, thief, inner.address()))))))));
        proposedByAnother(nameless);
        assertOpaque();
    }

    @Test
    void aBufferIsReadAndMustBeFull() {
        VaultInstructions content = stored(inner, assign);
        int half = content.message().length() / 2;
        besides(program.buffers().open(inner, ann, ann, 0, content, half));
        Instruction creation = program.buffers()
                .create(inner, new Operation.CreateTransaction(ann, ann, 1, content, Option.none()), 0);

        assertInstanceOf(VoteProblem.ContentOpaque.class, Findings.vote(fixture.refusal(prepareWithAnn(creation))));
        besides(program.buffers().extend(inner, ann, 0, content, half, content.message().length()));
        assertEquals(new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(warned)), fixture.refusal(prepareWithAnn(creation)));
    }

    /** Submit reads the tables, so the builder does. */
    @Test
    void judgesARoleThatIsGrantedBehindALookupTableWithin() {
        AccountRef own = ref(fixture.account(NewAccount.of(1, ann).administeredBy(inner.address())));
        Address keyless = program.transactionAddress(own, 7);
        Instruction handOver = program.encode(
                own, new Operation.HandOver(inner.address(), inner.address(), new AdminControl.HeldBy(keyless), Option.none()));
        Instruction other = token("03", tokens, thief, inner.address());
        LookupTable table = fixture.ledger.table(fixture.key("table"), tokens, thief);
        VaultInstructions content =
                program.store(inner, 0, Array.of(handOver, other), Array.of(table)).get();
        assertEquals(1, program.tablesOf(content).get().length());

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, keyless)),
                fixture.refusal(prepare(Array.of(creation(inner, account, 1, content)))));
    }

    /** Each of them takes calls of its own. */
    @Test
    void aListOfThemEndsItsPageWithTheRequestsCalls() {
        VaultInstructions content = stored(inner, assign);
        besides(creation(inner, ann, 1, content));
        besides(program.encode(inner, new Operation.CreateProposal(ann, ann, 1)));
        for (int count = 0; count < 6; count++) {
            fixture.lands(propose(Array.of(vote(content)), Code.GIVES_AWAY_VAULT));
        }
        try (SolanaTestNode node = SolanaTestNode.httpOnly(fixture.chain())) {
            Custody custody = EngineFixture.engine(
                    new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node.providerUrl()))), new InMemoryJournal());
            assertTrue(custody.register(fixture.custody.account(account).get().ref().settings()).isRight());

            Array<Long> shown = Array.empty();
            Option<Long> before = Option.some(7L);
            int pages = 0;
            for (; before.isDefined(); pages++) {
                long from = before.get();
                TransactionPage page = NodeCallBudget.request(7, () -> custody.transactions(account, OptionalLong.of(from), 10)).get();
                assertTrue(page.items().nonEmpty(), "each page makes progress");
                shown = shown.appendAll(page.items().map(view -> view.transaction().index()));
                before = page.next();
            }

            assertEquals(Array.rangeClosedBy(6L, 1L, -1L), shown);
            assertTrue(pages > 1, node.asked()::toString);
        }
    }

    private void assertOpaque() {
        assertTrue(fixture.custody.transaction(account, 1).get().transaction().content().get()
                instanceof TransactionContent.Opaque);
        assertInstanceOf(VoteProblem.class, Findings.vote(fixture.refusal(votes(account, 1, Vote.APPROVE, ann))));
        fixture.lands(votes(account, 1, Vote.REJECT, ann));
    }

    private void proposedByAnother(Instruction instruction) {
        AccountRef own = ref(account);
        besides(creation(own, ann, 1, stored(own, instruction)));
        besides(program.encode(own, new Operation.CreateProposal(ann, ann, 1)));
    }

    private BuildRequest prepare(Array<Instruction> instructions, Code... acknowledged) {
        return new BuildRequest.Prepare(
                account,
                ClientTransactions.transaction(account, instructions.toJavaArray(Instruction[]::new)),
                Array.of(ann),
                BuildOptions.DEFAULT.acknowledging(HashSet.of(acknowledged)));
    }

    private BuildRequest prepareWithAnn(Instruction creation) {
        return prepare(Array.of(creation, token("03", tokens, thief, account)));
    }

    private BuildRequest propose(Array<Instruction> instructions, Code... acknowledged) {
        return new BuildRequest.Propose(
                account,
                new Proposable.Transaction(
                        ClientTransactions.transaction(account, instructions.toJavaArray(Instruction[]::new))),
                ann,
                BuildOptions.DEFAULT.acknowledging(HashSet.of(acknowledged)));
    }

    /** Proposed, approved and executed at once as the first transaction of an account of which {@code by} is a signer. */
    private Array<Instruction> path(AccountRef of, Address by, VaultInstructions content) {
        return Array.of(
                creation(of, by, 1, content),
                program.encode(of, new Operation.CreateProposal(by, by, 1)),
                program.encode(of, new Operation.CastVote(by, 1, Vote.APPROVE, Option.none())),
                execution(of, by, content));
    }

    private Instruction creation(AccountRef of, Address by, long index, VaultInstructions content) {
        return program.encode(of, new Operation.CreateTransaction(by, by, index, content, Option.none()));
    }

    private Instruction execution(AccountRef of, Address by, VaultInstructions content) {
        return program.encode(of, new Operation.ExecuteInstructions(by, 1, content, Array.empty()));
    }

    private Instruction vote(VaultInstructions content) {
        return program.encode(
                inner,
                new Operation.CastVote(
                        account, 1, Vote.APPROVE, Option.some(new VotePurpose(1, program.fingerprint(content)).toMemo())));
    }

    private VaultInstructions stored(AccountRef of, Instruction... instructions) {
        return program.store(of, 0, Array.of(instructions), Array.empty()).get();
    }

    private void besides(Instruction instruction) {
        fixture.landsBesides(ann, instruction);
    }

    private AccountRef ref(Address of) {
        return fixture.custody.account(of).get().ref();
    }

    /** The last of {@code accounts} signs. */
    private static Instruction token(String data, Address... accounts) {
        return new Instruction(
                TokenProgram.TOKEN.id(),
                Array.of(accounts)
                        .dropRight(1)
                        .map(AccountMeta::writable)
                        .append(AccountMeta.signer(Array.of(accounts).last())),
                Bytes.ofHex(data));
    }
}
