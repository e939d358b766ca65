package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction.TokenBalance;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.RanInstruction;
import dev.mandate.ports.spi.program.Movement.Standard;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** What the balances tell beyond the instructions. That it adds up to them is shown on a runtime. */
class SettledMovementsTest {

    private static final Address ACCOUNT = address(1);
    private static final Address OTHER = address(2);
    private static final Address MINT = address(3);
    private static final Address HELD = address(4);
    private static final Address OTHERS = address(5);
    /** Several transfers in one instruction, which no decoder here reads. */
    private static final Array<RanInstruction> BATCH = Array.of(new RanInstruction(
            InstructionPosition.outer(0),
            new Instruction(TokenProgram.TOKEN.id(), Array.of(AccountMeta.writable(HELD)), Bytes.ofHex("ff"))));

    private static Address address(int number) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) number;
        return Address.of(bytes);
    }

    private static Balances balances(Map<Address, TokenBalance> tokens) {
        return new Balances(HashMap.of(ACCOUNT, BaseUnits.of(1)), tokens);
    }

    private static Tuple2<Address, TokenBalance> held(Address at, Address owner, BaseUnits amount) {
        return Tuple.of(at, new TokenBalance(MINT, owner, TokenProgram.TOKEN.id(), 6, amount));
    }

    private static Option<Array<Movement>> moved(Balances before, Balances after) {
        return SettledMovements.of(
                ACCOUNT,
                new LandedTransaction(Array.of(Signature.EMPTY), Bytes.EMPTY, 1, Option.none(), Option.none(), BATCH, before, after));
    }

    private static Movement movement(Address from, Address to, long amount) {
        return new Movement(
                InstructionPosition.outer(1), new Token.Mint(MINT), Standard.SPL_TOKEN, 6, from, to, BaseUnits.of(amount));
    }

    @Test
    void aBatchShowsByWhoLostWhatTheAccountGained() {
        assertEquals(
                Option.some(Array.of(movement(OTHER, ACCOUNT, 30))),
                moved(
                        balances(HashMap.ofEntries(
                                held(HELD, ACCOUNT, BaseUnits.of(5)), held(OTHERS, OTHER, BaseUnits.of(40)))),
                        balances(HashMap.ofEntries(
                                held(HELD, ACCOUNT, BaseUnits.of(35)), held(OTHERS, OTHER, BaseUnits.of(10))))));
    }

    @Test
    void tokensThatNobodyLostComeFromTheMint() {
        assertEquals(
                Option.some(Array.of(movement(MINT, ACCOUNT, 30))),
                moved(balances(HashMap.empty()), balances(HashMap.ofEntries(held(HELD, ACCOUNT, BaseUnits.of(30))))));
    }

    @Test
    void tokensThatNobodyGainedGoToTheMint() {
        assertEquals(
                Option.some(Array.of(movement(ACCOUNT, MINT, 30))),
                moved(balances(HashMap.ofEntries(held(HELD, ACCOUNT, BaseUnits.of(30)))), balances(HashMap.empty())));
    }

    @Test
    void aTokenAccountThatChangesItsOwnerTakesItsTokensAlong() {
        assertEquals(
                Option.some(Array.of(movement(ACCOUNT, OTHER, 30))),
                moved(
                        balances(HashMap.ofEntries(held(HELD, ACCOUNT, BaseUnits.of(30)))),
                        balances(HashMap.ofEntries(held(HELD, OTHER, BaseUnits.of(30))))));
    }

    @Test
    void balancesThatNoTokenCanHaveTellNothing() {
        assertEquals(
                Option.none(),
                moved(
                        balances(HashMap.empty()),
                        balances(HashMap.ofEntries(held(HELD, ACCOUNT, BaseUnits.MAX), held(OTHERS, ACCOUNT, BaseUnits.MAX)))));
    }

    @Test
    void withoutBalancesNothingIsKnown() {
        assertEquals(Option.none(), moved(Balances.NONE, Balances.NONE));
    }

    @Test
    void aFailedTransactionMovedNothing() {
        assertEquals(
                Option.some(Array.empty()),
                SettledMovements.of(
                        ACCOUNT,
                        new LandedTransaction(
                                Array.of(Signature.EMPTY),
                                Bytes.EMPTY,
                                1,
                                Option.none(),
                                Option.some(new TransactionFailure.Named("AccountInUse")),
                                Array.empty(),
                                Balances.NONE,
                                Balances.NONE)));
    }
}
