package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionFailure.InsufficientFundsForRent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

/**
 * Version 0 messages and the keys that they load from lookup tables.
 *
 * <p>Not asserted: how tables are made and removed, because {@link TableProgramContract} and {@link TableRemovalContract} do that, and these
 * tests put a table in place.
 */
abstract class LookupTableContract extends ContractFixture {

    private final Address table = stranger().address();
    private final TestKey first = stranger();
    private final TestKey second = stranger();

    LookupTableContract(ChainUnderTest tested) {
        super(tested);
    }

    private Bytes transaction(TestKey payer, List<Address> entries, Instruction... instructions) {
        return signed(
                new Message(
                        MessageVersion.V0,
                        payer.address(),
                        latest().blockhash(),
                        List.of(instructions),
                        List.of(new LookupTable(table, Array.ofAll(entries)))),
                payer);
    }

    private void lay(Address... entries) {
        control().put(table, PublishedLayouts.lookupTable(List.of(entries)));
    }

    @Test
    void takesAVersion0MessageWithoutTables() {
        TestKey payer = rich();
        Bytes transaction = transaction(payer, List.empty(), PublishedLayouts.transfer(payer.address(), first.address(), SOL));
        lands(transaction);
        assertEquals(SOL, lamports(first));
    }

    @Test
    void writesToAccountsLoadedFromATable() {
        TestKey payer = rich();
        lay(first.address(), second.address());
        Bytes transaction = transaction(
                payer,
                List.of(first.address(), second.address()),
                PublishedLayouts.transfer(payer.address(), second.address(), 2 * SOL),
                PublishedLayouts.transfer(payer.address(), first.address(), SOL));
        lands(transaction);
        assertEquals(SOL, lamports(first));
        assertEquals(2 * SOL, lamports(second));
    }

    @Test
    void readsAnAccountLoadedFromATable() {
        TestKey payer = rich();
        Address mint = stranger().address();
        Address source = stranger().address();
        control().put(mint, PublishedLayouts.mint(0, 5));
        control().put(source, PublishedLayouts.tokenAccount(mint, payer.address(), 5));
        control().put(first.address(), PublishedLayouts.tokenAccount(mint, stranger().address(), 0));
        lay(mint, first.address());
        Bytes transaction = transaction(
                payer,
                List.of(mint, first.address()),
                PublishedLayouts.transferChecked(source, mint, first.address(), payer.address(), 5, 0));
        lands(transaction);
        assertEquals(5, PublishedLayouts.tokenAmount(account(first.address())));
    }

    @Test
    void countsLoadedAccountsAfterTheMessagesOwn() {
        TestKey payer = rich();
        lay(first.address());
        Bytes transaction = transaction(
                payer,
                List.of(first.address()),
                PublishedLayouts.transfer(payer.address(), first.address(), RENT_MINIMUM - 1));
        // The message itself names the payer and the system program.
        assertEquals(new InsufficientFundsForRent(2), refusal(transaction));
    }

    @Test
    void refusesATableThatDoesNotExist() {
        TestKey payer = rich();
        Bytes transaction = transaction(
                payer, List.of(first.address()), PublishedLayouts.transfer(payer.address(), first.address(), SOL));
        assertEquals(named("AddressLookupTableNotFound"), refusal(transaction));
    }

    @Test
    void refusesAnAccountThatIsNoTable() {
        TestKey payer = rich();
        control().put(table, new AccountData(BaseUnits.of(SOL), PublishedLayouts.TOKEN, Bytes.of(new byte[200]), false));
        Bytes transaction = transaction(
                payer, List.of(first.address()), PublishedLayouts.transfer(payer.address(), first.address(), SOL));
        assertEquals(named("InvalidAddressLookupTableOwner"), refusal(transaction));
    }

    @Test
    void refusesAnEntryBeyondTheTablesEnd() {
        TestKey payer = rich();
        lay(second.address());
        Bytes transaction = transaction(
                payer,
                List.of(second.address(), first.address()),
                PublishedLayouts.transfer(payer.address(), first.address(), SOL));
        assertEquals(named("InvalidAddressLookupTableIndex"), refusal(transaction));
    }
}
