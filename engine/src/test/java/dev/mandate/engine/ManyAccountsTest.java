package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** An execution that names more accounts than one transaction spells names them through a table. */
class ManyAccountsTest extends SplitRequestFixture {


    private static final int MANY = 28;

    @Test
    void areNamedThroughATable() {
        long before = fixture.ledger.lamports(shop);

        TransactionPlan built = fixture.landed(prepare(account, wide(account, MANY), ann, bob));

        assertEquals(
                Array.of(
                        Kind.BUFFER_CREATE,
                        Kind.BUFFER_EXTEND,
                        Kind.PROPOSE,
                        Kind.APPROVE,
                        Kind.LOOKUP_TABLE_CREATE,
                        Kind.EXECUTE,
                        Kind.CLOSE),
                kinds(built));
        assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
    }

    @Test
    void standInATableThatIsNoLongerThanItTakes() {
        TransactionPlan built = fixture.landed(prepare(account, wide(account, MANY), ann, bob));

        FeeQuote.Rent rent = rent(built, NewStorage.Kind.LOOKUP_TABLE);
        LookupTableAccount table = LookupTableAccount.decode(
                        fixture.ledger.account(rent.account()).get().data())
                .get();
        assertTrue(table.entries().length() < MANY, () -> table.entries().toString());
        assertEquals(Option.some(payer), table.authority());
        assertTrue(table.deactivationSlot() != LookupTableAccount.NEVER, "the payer can close it");
        assertEquals(Option.some(payer), rent.returnsTo());
    }

    @Test
    void takeNoTableOfTheirOwnWhereTheTransactionBroughtOne() {
        TransactionPlan built = fixture.landed(prepare(account, wideThroughItsOwnTable(account, 50), ann, bob));

        assertEquals(Array.of(Kind.ALL), kinds(built));
    }

    @Test
    void areReachedThroughALookupTableAtExecution() {
        Address locked = fixture.account(
                NewAccount.of(2, ann, bob, cem).lockedFor(600).collectingRentFor(collector));
        fixture.lands(prepare(locked, wide(locked, MANY), ann, bob));
        fixture.pass(600);

        TransactionPlan built = fixture.landed(new BuildRequest.Execute(
                locked, 1, Array.of(cem), BuildOptions.DEFAULT.paidBy(payer)));

        assertEquals(Array.of(Kind.LOOKUP_TABLE_CREATE, Kind.EXECUTE, Kind.CLOSE), kinds(built));
        assertTrue(fixture.ledger.lamports(collector) > 0, "the transaction's rent");
    }

    @Test
    void areTooManyWhereOneTransactionMayNotNameThem() {
        Address locked = fixture.account(NewAccount.of(2, ann, bob, cem).lockedFor(60));

        assertInstanceOf(
                BuildRefusal.TooManyAccounts.class,
                fixture.refusal(prepare(account, wideThroughItsOwnTable(account, 60), ann, bob)));
        assertInstanceOf(
                BuildRefusal.TooManyAccounts.class,
                fixture.refusal(prepare(locked, wideThroughItsOwnTable(locked, 60), ann, bob)));
        assertInstanceOf(
                BuildRefusal.TooManyAccounts.class,
                fixture.refusal(propose(account, wideThroughItsOwnTable(account, 60), ann)));
    }

    @Test
    void areTooManyWhereTooManyOfThemSign() {
        Instruction transfer = SystemProgram.transfer(account, shop, BaseUnits.of(EngineFixture.SOL));
        Bytes transaction = ClientTransactions.transaction(
                account,
                new Instruction(
                        transfer.program(),
                        Array.ofAll(transfer.accounts())
                                .appendAll(extras(10).map(AccountMeta::signer)),
                        transfer.data()));

        assertInstanceOf(
                BuildRefusal.TooManyAccountsToExecute.class,
                fixture.refusal(prepare(account, transaction, ann, bob)));
    }

    private FeeQuote.Rent rent(TransactionPlan built, NewStorage.Kind kind) {
        return built.steps()
                .flatMap(step -> step.fee().rents())
                .find(rent -> rent.kind() == kind)
                .get();
    }
}
