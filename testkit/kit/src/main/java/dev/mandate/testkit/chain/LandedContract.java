package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * The effects of a landed transaction.
 *
 * <p>Not asserted: the rights of accounts in inner calls, because chains report them differently.
 */
abstract class LandedContract extends ContractFixture {

    private static final int DECIMALS = 6;

    LandedContract(ChainUnderTest tested) {
        super(tested);
    }

    /** The facts about an instruction that every chain reports alike. In an inner call the accounts have the message's rights, which differ. */
    private record Ran(InstructionPosition position, Address program, Array<Address> accounts, Bytes data) {

        static Ran of(RanInstruction ran) {
            return at(ran.position(), ran.instruction());
        }

        static Ran at(InstructionPosition position, Instruction instruction) {
            return new Ran(
                    position,
                    instruction.program(),
                    instruction.accounts().map(AccountMeta::address).toArray(),
                    instruction.data());
        }
    }

    private LandedTransaction known(Signature signature) {
        return answer(chain().landed(signature)).getOrElseThrow(() -> new AssertionError("unknown: " + signature));
    }

    private Array<Ran> ran(Signature signature) {
        return known(signature).instructions().map(Ran::of).toArray();
    }

    @Test
    void findsNoTransactionThatNeverLanded() {
        TestKey payer = rich();
        Bytes never = signed(message(payer, PublishedLayouts.transfer(payer.address(), stranger().address(), SOL)), payer);
        Signature unknown = new Signature(Bytes.of(never.toArray(), 1, Signature.LENGTH));

        assertEquals(Option.none(), answer(chain().landed(unknown)));
    }

    @Test
    void tellsItsInstructionsInTheirOrder() {
        TestKey payer = rich();
        Instruction first = PublishedLayouts.computeUnitLimit(10_000);
        Instruction second = PublishedLayouts.transfer(payer.address(), stranger().address(), SOL);
        Instruction third = PublishedLayouts.transfer(payer.address(), stranger().address(), 2 * SOL);
        AccountsSnapshot before = read();
        Bytes transaction = signed(message(payer, first, second, third), payer);
        Signature signature = landed(transaction);

        LandedTransaction landed = known(signature);
        assertEquals(signature, landed.signature());
        assertEquals(transaction.slice(1 + Signature.LENGTH, transaction.length() - 1 - Signature.LENGTH), landed.message());
        assertEquals(before.slot(), landed.slot());
        assertEquals(Option.some(before.chainTime()), landed.time());
        assertEquals(Option.none(), landed.failure());
        assertEquals(HashMap.empty(), HashMap.ofEntries(landed.tokenAccounts()));
        assertEquals(
                Array.of(first, second, third)
                        .zipWithIndex((instruction, index) -> Ran.at(InstructionPosition.outer(index), instruction)),
                ran(signature));
    }

    @Test
    void resolvesAddressesLoadedFromATable() {
        TestKey payer = rich();
        Address table = stranger().address();
        Address to = stranger().address();
        control().put(table, PublishedLayouts.lookupTable(List.of(to)));
        Instruction transfer = PublishedLayouts.transfer(payer.address(), to, SOL);
        Signature signature = landed(signed(
                new Message(
                        MessageVersion.V0,
                        payer.address(),
                        latest().blockhash(),
                        List.of(transfer),
                        List.of(new LookupTable(table, Array.of(to)))),
                payer));

        assertEquals(Array.of(Ran.at(InstructionPosition.outer(0), transfer)), ran(signature));
        assertEquals(
                Option.some(signature),
                answer(chain().history(to, Option.none(), 1)).get().headOption().map(one -> one.signature()));
    }

    @Test
    void listsInnerInstructions() {
        TestKey payer = rich();
        TestKey owner = stranger();
        Address mint = stranger().address();
        control().put(mint, PublishedLayouts.mint(DECIMALS, 0));
        Instruction create = PublishedLayouts.createTokenAccount(payer.address(), owner.address(), mint);
        Address created = create.accounts().get(1).address();
        Signature signature = landed(
                signed(message(payer, PublishedLayouts.computeUnitLimit(200_000), create), payer));

        Array<Ran> ran = ran(signature);
        Array<Ran> called = ran.filter(one -> one.position().inner().isDefined());
        assertEquals(Ran.at(InstructionPosition.outer(1), create), ran.get(1));
        assertEquals(ran.drop(2), called, "all that was called comes of the last");
        assertEquals(
                Array.range(0, called.length()).map(index -> InstructionPosition.inner(1, index)),
                called.map(Ran::position));
        // Programs may create the account in different ways, but the last inner call goes to the token program.
        assertEquals(PublishedLayouts.TOKEN, called.last().program());
        assertEquals(created, called.last().accounts().head());
    }

    @Test
    void tellsTheTokenAccountsThatItFound() {
        TestKey payer = rich();
        TestKey owner = stranger();
        TestKey receiver = stranger();
        Address mint = stranger().address();
        Address source = stranger().address();
        Address destination = stranger().address();
        control().put(mint, PublishedLayouts.mint(DECIMALS, 100));
        control().put(source, PublishedLayouts.tokenAccount(mint, owner.address(), 100));
        control().put(destination, PublishedLayouts.tokenAccount(mint, receiver.address(), 0));
        Signature signature = landed(signed(
                message(
                        payer,
                        PublishedLayouts.transferChecked(source, mint, destination, owner.address(), 30, DECIMALS)),
                payer,
                owner));

        LandedTransaction landed = known(signature);
        assertEquals(
                HashMap.of(source, held(mint, owner, 100), destination, held(mint, receiver, 0)),
                HashMap.ofEntries(landed.before().tokens()));
        assertEquals(
                HashMap.of(source, held(mint, owner, 70), destination, held(mint, receiver, 30)),
                HashMap.ofEntries(landed.after().tokens()));
    }

    @Test
    void tellsTheTokenAccountThatItMade() {
        TestKey payer = rich();
        TestKey owner = stranger();
        Address mint = stranger().address();
        control().put(mint, PublishedLayouts.mint(DECIMALS, 0));
        Instruction create = PublishedLayouts.createTokenAccount(payer.address(), owner.address(), mint);
        Signature signature = landed(signed(message(payer, create), payer));

        LandedTransaction landed = known(signature);
        assertEquals(HashMap.empty(), HashMap.ofEntries(landed.before().tokens()));
        assertEquals(
                HashMap.of(create.accounts().get(1).address(), held(mint, owner, 0)),
                HashMap.ofEntries(landed.after().tokens()));
    }

    @Test
    void tellsTheLamportsBeforeAndAfterIt() {
        TestKey payer = rich();
        Address to = stranger().address();
        BaseUnits before = BaseUnits.of(lamports(payer));
        Signature signature = landed(signed(message(payer, PublishedLayouts.transfer(payer.address(), to, SOL)), payer));

        LandedTransaction landed = known(signature);
        assertEquals(Option.some(before), landed.before().lamports().get(payer.address()));
        assertEquals(Option.some(BaseUnits.of(lamports(payer))), landed.after().lamports().get(payer.address()));
        assertEquals(Option.some(BaseUnits.ZERO), landed.before().lamports().get(to));
        assertEquals(Option.some(BaseUnits.of(SOL)), landed.after().lamports().get(to));
    }

    private static LandedTransaction.TokenBalance held(Address mint, TestKey owner, long amount) {
        return new LandedTransaction.TokenBalance(mint, owner.address(), PublishedLayouts.TOKEN, DECIMALS, BaseUnits.of(amount));
    }
}
