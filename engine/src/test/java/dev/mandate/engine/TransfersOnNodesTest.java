package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.transfer.Transfers;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferEntry;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Transfers of an account as nodes remember them. */
class TransfersOnNodesTest {

    private static final String HISTORY = "getSignaturesForAddress";

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Address mint = fixture.key("mint");
    private final SolanaTestNode first = SolanaTestNode.httpOnly(fixture.chain());
    private final SolanaTestNode second = SolanaTestNode.httpOnly(fixture.chain());

    /** Seven transfers of SOL, and seven of tokens to an account that does not name the owner. */
    @BeforeEach
    void pay() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(ann, mint, 1_000);
        fixture.ledger.tokens(account, mint, 0);
        for (int i = 1; i <= 7; i++) {
            fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(i)));
            fixture.landsBesides(
                    ann,
                    TokenProgram.TOKEN.transfer(
                            TestLedger.tokenAccount(ann, mint), TestLedger.tokenAccount(account, mint), ann, BaseUnits.of(i)));
        }
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    @Test
    void aCursorOfOneNodeHoldsAtAnother() {
        Custody one = on(first);
        Custody other = on(second);

        TransferPage page = page(one, TransferQuery.newest(5));
        TransferPage next = page(other, TransferQuery.newest(5).after(page.next().get()));
        TransferPage last = page(one, TransferQuery.newest(5).after(next.next().get()));

        assertEquals(all(), ids(page).appendAll(ids(next)).appendAll(ids(last)));
        assertEquals(Option.none(), last.next());
    }

    @Test
    void theNextPageIsAskedOfAnotherNodeWhereTheFirstFails() {
        Custody custody = on(first, second);
        TransferPage page = page(custody, TransferQuery.newest(10));

        first.failing(methods -> Option.some(new NodeFault.Cut()));

        assertEquals(all(), ids(page).appendAll(ids(page(custody, TransferQuery.newest(10).after(page.next().get())))));
    }

    @Test
    void aNodeThatDoesNotKnowTheCursorYetIsPassedOver() {
        TransferQuery next = TransferQuery.newest(10).after(page(on(second), TransferQuery.newest(10)).next().get());
        first.lag(12);

        BuildRefusal alone = on(first).transfers(account, next).getLeft();
        assertInstanceOf(ChainFault.Behind.class, ((BuildRefusal.ChainSilent) alone).fault());
        assertEquals(all().drop(10), ids(page(on(first, second), next)));
    }

    @Test
    void aCursorThatNoNodeKnowsIsRefused() {
        TransferCursor elsewhere =
                new TransferCursor(
                        Option.some(Signature.EMPTY), 1, Signature.EMPTY, InstructionPosition.outer(0), Array.empty(), TransferCursor.Group.ALL);

        assertEquals(
                Either.left(new BuildRefusal.UnknownCursor()),
                on(first, second).transfers(account, TransferQuery.newest(1).after(elsewhere)));
    }

    @Test
    void shortHistoryPagesLoseNoTransfers() {
        first.answering(TransfersOnNodesTest::twoOfEachHistory);

        assertEquals(all(), ids(page(on(first), TransferQuery.newest(100))));
    }

    @Test
    void aHistoryThatCannotBeReadIsNoEmptyOne() {
        Custody custody = on(first);
        first.failing(methods -> Option.when(methods.contains(HISTORY), new NodeFault.Cut()));

        assertInstanceOf(
                BuildRefusal.ChainSilent.class, custody.transfers(account, TransferQuery.newest(100)).getLeft());
    }

    @Test
    void transactionsThatANodeListsAndDoesNotShowAreUnreadable() {
        Custody custody = on(first);
        Array<Transfer> all = page(custody, TransferQuery.newest(100)).transfers();
        first.answering(TransfersOnNodesTest::withoutTransactions);

        TransferPage page = page(custody, TransferQuery.newest(100));

        assertEquals(Array.empty(), page.transfers());
        assertEquals(all.map(Transfer::signature), page.items().map(TransferEntry::signature));
    }

    @Test
    void whatOneNodeDoesNotShowAnotherOneIsAskedFor() {
        Custody custody = on(first, second);
        Array<String> all = all();
        first.answering(TransfersOnNodesTest::withoutTransactions);

        assertEquals(all, ids(page(custody, TransferQuery.newest(100))));
    }

    @Test
    void theBalancesTellWhatANodeWithoutInnerInstructionsDoesNot() {
        Custody custody = on(first);
        Array<String> all = all();
        first.answering(answer -> {
            answer.findParents("innerInstructions").forEach(meta -> ((ObjectNode) meta).putNull("innerInstructions"));
            return answer;
        });

        assertEquals(all, ids(page(custody, TransferQuery.newest(100))));
    }

    @Test
    void transactionsOfVersion1AreReadLikeOthers() {
        TransactionConfig config =
                new TransactionConfig(Option.none(), Option.some(1_000L), Option.some(1_000_000L), Option.none());
        Message message = new Message(
                MessageVersion.V1,
                ann,
                fixture.chain().latestBlockhash().get().blockhash(),
                config,
                Array.of(SystemProgram.transfer(ann, account, BaseUnits.of(77))),
                Array.empty());
        assertTrue(fixture.chain().send(fixture.signed(new SolanaFormat().compile(message).get().transaction())).isRight());

        Transfer newest = page(on(first), TransferQuery.newest(1)).transfers().head();

        assertEquals(BaseUnits.of(77), newest.movement().amount());
        assertEquals(ann, newest.movement().from());
    }

    /** Strangers have made token accounts for the account. Each got something since, one transaction gave to several. */
    @Test
    void anyNumberOfTokenAccountsIsListedWithinTheBudget() {
        Array<Address> mints = Array.range(0, 25).map(number -> fixture.key("mint" + number));
        for (Address one : mints) {
            fixture.ledger.mint(one, 6);
            fixture.ledger.tokens(ann, one, 1_000);
            fixture.ledger.tokens(account, one, 0);
            fixture.landsBesides(ann, given(one));
        }
        mints.grouped(5).forEach(some -> assertTrue(fixture.chain()
                .send(fixture.signedBesides(ann, some.map(this::given).toJavaArray(Instruction[]::new)))
                .exists(SendOutcome.Accepted.class::isInstance)));
        Custody custody = on(first);

        Array<String> shown = Array.empty();
        Option<TransferQuery> next = Option.some(TransferQuery.newest(100));
        while (next.isDefined()) {
            TransferQuery query = next.get();
            int before = first.asked().length();
            TransferPage page = page(custody, query);
            int calls = first.asked().length() - before;
            assertTrue(calls <= EngineSettings.FEWEST_NODE_CALLS, () -> calls + " calls");
            assertTrue(page.items().nonEmpty(), "each page makes progress");
            shown = shown.appendAll(ids(page));
            next = page.next().map(query::after);
        }

        assertEquals(14 + 25 + 25, shown.distinct().length());
        assertEquals(shown.distinct(), shown);
    }

    private Instruction given(Address token) {
        return TokenProgram.TOKEN.transfer(TestLedger.tokenAccount(ann, token), TestLedger.tokenAccount(account, token), ann, BaseUnits.of(1));
    }

    @Test
    void anOperationThatNeedsMoreCallsIsRefusedWithItsBudget() {
        RpcSettings settings = RpcSettings.of(Network.DEVNET, Array.of(first.providerUrl()));
        Transfers transfers = new Transfers(new RpcChain(settings), new SolanaFormat(), new SplTokens());

        assertEquals(
                Either.left(new BuildRefusal.ChainSilent(new ChainFault.BudgetExceeded(4))),
                NodeCallBudget.request(4, () -> transfers.page(account, TransferQuery.newest(1))));
    }

    private Custody on(SolanaTestNode... nodes) {
        RpcSettings settings = RpcSettings.of(Network.DEVNET, Array.of(nodes).map(SolanaTestNode::providerUrl));
        Custody custody = EngineFixture.engine(new RpcChain(settings), new InMemoryJournal());
        assertTrue(custody.register(fixture.custody.account(account).get().ref().settings()).isRight());
        return custody;
    }

    private TransferPage page(Custody custody, TransferQuery query) {
        return custody.transfers(account, query)
                .getOrElseThrow(refusal -> new AssertionError("this should have been answered: " + refusal));
    }

    private Array<String> all() {
        Array<String> all = ids(page(fixture.custody, TransferQuery.newest(100)));
        assertEquals(14, all.length());
        return all;
    }

    private static Array<String> ids(TransferPage page) {
        return page.transfers().map(Transfer::id);
    }

    private static JsonNode twoOfEachHistory(JsonNode answer) {
        results(answer)
                .filter(result -> result.path(0).has("signature"))
                .forEach(history -> {
                    while (history.size() > 2) {
                        ((ArrayNode) history).remove(2);
                    }
                });
        return answer;
    }

    private static JsonNode withoutTransactions(JsonNode answer) {
        Array.ofAll(answer.isArray() ? answer : Array.of(answer))
                .filter(one -> one.path("result").has("transaction"))
                .forEach(one -> ((ObjectNode) one).putNull("result"));
        return answer;
    }

    private static Array<JsonNode> results(JsonNode answer) {
        return Array.ofAll(answer.isArray() ? answer : Array.of(answer)).map(one -> one.path("result"));
    }
}
