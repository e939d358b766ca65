package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.api.transfer.Transfer.Direction;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferPage;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What came into an account and went out of it, as the chain remembers it. */
class TransfersTest {

    private static final int DECIMALS = 6;

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.key("bob");
    private final Address carol = fixture.person("carol");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Address mint = fixture.key("mint");
    private final Address fromAnns = TestLedger.tokenAccount(ann, mint);
    private final Address accounts = TestLedger.tokenAccount(account, mint);

    @Test
    void anUnpaidAccountHasNone() {
        assertEquals(TransferPage.EMPTY, page(TransferQuery.newest(10)));
    }

    @Test
    void receivedSolIsAnInflow() {
        long slot = fixture.chain().blockHeight().get();
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(7)));

        Transfer transfer = single();

        assertEquals(Direction.INFLOW, transfer.direction());
        assertEquals(
                new Movement(
                        InstructionPosition.outer(0),
                        new Token.Sol(),
                        Movement.Standard.NATIVE,
                        9,
                        ann,
                        account,
                        BaseUnits.of(7)),
                transfer.movement());
        assertEquals(slot, transfer.slot());
        assertEquals(Option.some(EngineFixture.START), transfer.time());
        assertEquals(transfer.signature() + ":0", transfer.id());
    }

    @Test
    void solThatTheAccountSendsGoesOutByACallOfItsProgram() {
        spends(SystemProgram.transfer(account, bob, BaseUnits.of(EngineFixture.SOL)));

        Transfer transfer = single();

        assertEquals(Direction.OUTFLOW, transfer.direction());
        assertEquals(account, transfer.movement().from());
        assertEquals(bob, transfer.movement().to());
        assertEquals(BaseUnits.of(EngineFixture.SOL), transfer.movement().amount());
        assertTrue(transfer.movement().position().inner().isDefined(), transfer::id);
    }

    @Test
    void tokensThatComeToTheTokenAccountAloneAreFound() {
        lay();
        fixture.landsBesides(
                ann, TokenProgram.TOKEN.transferChecked(fromAnns, mint, accounts, ann, BaseUnits.of(30), DECIMALS));

        Transfer transfer = single();

        assertEquals(Direction.INFLOW, transfer.direction());
        assertEquals(
                new Movement(
                        InstructionPosition.outer(0),
                        new Token.Mint(mint),
                        Movement.Standard.SPL_TOKEN,
                        DECIMALS,
                        ann,
                        account,
                        BaseUnits.of(30)),
                transfer.movement());
        assertTrue(
                !fixture.chain()
                        .history(account, Option.none(), 100)
                        .get()
                        .get()
                        .map(LandedSignature::signature)
                        .contains(transfer.signature()),
                "the account itself is not named");
    }

    @Test
    void tokensThatTheAccountSendsGoOutFromOwnerToOwner() {
        lay();
        spends(TokenProgram.TOKEN.transfer(accounts, fromAnns, account, BaseUnits.of(40)));

        Transfer transfer = single();

        assertEquals(Direction.OUTFLOW, transfer.direction());
        assertEquals(account, transfer.movement().from());
        assertEquals(ann, transfer.movement().to());
        assertEquals(new Token.Mint(mint), transfer.movement().token());
    }

    @Test
    void twoInOneTransactionAreTwo() {
        spends(
                SystemProgram.transfer(account, bob, BaseUnits.of(EngineFixture.SOL)),
                SystemProgram.transfer(account, carol, BaseUnits.of(1)));

        Array<Transfer> both = page(TransferQuery.newest(10)).transfers();

        assertEquals(Array.of(carol, bob), both.map(transfer -> transfer.movement().to()), "the later one first");
        assertEquals(1, both.map(Transfer::signature).distinct().length());
        assertEquals(2, both.map(Transfer::id).distinct().length());
    }

    @Test
    void failedTransactionsAreNoTransfers() {
        Bytes failing = fixture.signedBesides(
                ann,
                SystemProgram.transfer(ann, account, BaseUnits.of(1)),
                SystemProgram.transfer(ann, account, BaseUnits.of(1_000 * EngineFixture.SOL)));
        assertInstanceOf(
                SendOutcome.Accepted.class,
                fixture.chain().sendWithoutPreflight(failing).get());
        assertEquals(1, fixture.chain().history(account, Option.none(), 100).get().get().count(one -> one.failure().isDefined()));

        assertEquals(TransferPage.EMPTY, page(TransferQuery.newest(10)));
    }

    @Test
    void transfersWithinTheAccountAreLeftOut() {
        lay();
        fixture.ledger.tokensAt(fixture.key("second"), account, mint, 0);
        spends(
                SystemProgram.transfer(account, account, BaseUnits.of(1)),
                TokenProgram.TOKEN.transfer(accounts, fixture.key("second"), account, BaseUnits.of(40)));

        assertEquals(TransferPage.EMPTY, page(TransferQuery.newest(10)));
    }

    @Test
    void pagesFollowEachOtherWithoutLossOrDoublingWhileNewOnesArrive() {
        lay();
        for (int i = 1; i <= 6; i++) {
            fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(i)));
            fixture.landsBesides(
                    ann, TokenProgram.TOKEN.transfer(fromAnns, accounts, ann, BaseUnits.of(10 + i)));
        }
        spends(
                SystemProgram.transfer(account, bob, BaseUnits.of(EngineFixture.SOL)),
                SystemProgram.transfer(account, carol, BaseUnits.of(1)));
        Array<String> before = page(TransferQuery.newest(100)).transfers().map(Transfer::id);

        Array<String> shown = Array.empty();
        TransferQuery query = TransferQuery.newest(3);
        int pages = 0;
        boolean more = true;
        while (more) {
            TransferPage page = page(query);
            shown = shown.appendAll(page.transfers().map(Transfer::id));
            query = page.next().map(query::after).getOrElse(query);
            more = page.next().isDefined();
            pages++;
            fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(100 + pages)));
        }

        assertEquals(14, before.length());
        assertEquals(before, shown);
        assertEquals(5, pages);
    }

    @Test
    void oneTransactionOrOnePeriodCanBeAskedFor() {
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(1)));
        fixture.pass(100);
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(2)));
        fixture.pass(100);
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(3)));
        Array<Transfer> all = page(TransferQuery.newest(10)).transfers();
        UnixTime middle = EngineFixture.START.plusSeconds(100);

        assertEquals(
                all.slice(1, 2),
                page(TransferQuery.newest(10).of(all.get(1).signature())).transfers());
        assertEquals(all.slice(1, 2), page(TransferQuery.newest(10).between(middle, middle)).transfers());
        assertEquals(
                all.take(2),
                page(TransferQuery.newest(10).between(middle, middle.plusSeconds(100))).transfers());
        assertEquals(
                TransferPage.EMPTY,
                page(TransferQuery.newest(10)
                        .of(all.get(0).signature())
                        .between(middle, middle)));
        assertEquals(TransferPage.EMPTY, page(TransferQuery.newest(10).of(Signature.EMPTY)));
    }

    @Test
    void anotherAccountsTransactionHoldsNoneOfThisOnes() {
        fixture.landsBesides(ann, SystemProgram.transfer(ann, bob, BaseUnits.of(EngineFixture.SOL)));
        Signature others = fixture.chain().history(bob, Option.none(), 1).get().get().head().signature();

        assertEquals(TransferPage.EMPTY, page(TransferQuery.newest(10).of(others)));
    }

    @Test
    void aCursorOfAnotherChainIsNone() {
        fixture.landsBesides(ann, SystemProgram.transfer(ann, account, BaseUnits.of(1)));
        TransferCursor elsewhere =
                new TransferCursor(
                        Option.some(Signature.EMPTY), 1, Signature.EMPTY, InstructionPosition.outer(0), Array.empty(), TransferCursor.Group.ALL);

        assertEquals(
                Either.left(new BuildRefusal.UnknownCursor()),
                fixture.custody.transfers(account, TransferQuery.newest(1).after(elsewhere)));
    }

    @Test
    void anUnknownAccountHasNoTransfers() {
        Address unknown = fixture.key("unknown");

        assertEquals(
                Either.left(new BuildRefusal.UnknownAccount(unknown)),
                fixture.custody.transfers(unknown, TransferQuery.newest(1)));
    }

    /** Ann and the account each have 1,000 of a token. */
    private void lay() {
        fixture.ledger.mint(mint, DECIMALS);
        fixture.ledger.tokens(ann, mint, 1_000);
        fixture.ledger.tokens(account, mint, 1_000);
    }

    private void spends(Instruction... instructions) {
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transaction(account, instructions), ann));
    }

    private Transfer single() {
        TransferPage page = page(TransferQuery.newest(10));
        assertEquals(1, page.transfers().length());
        assertEquals(Option.none(), page.next());
        return page.transfers().head();
    }

    private TransferPage page(TransferQuery query) {
        return fixture.custody.transfers(account, query).get();
    }
}
