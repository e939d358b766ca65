package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/**
 * The SPL token program's checked transfer. The error codes are the program's {@code TokenError}.
 *
 * <p>Not asserted: other instructions of the program, because a payment of tokens is a checked transfer. Nor compute units, because releases of
 * the program differ.
 */
abstract class TokenContract extends ContractFixture {

    private static final int DECIMALS = 6;

    private final TestKey owner = stranger();
    private final Address mint = stranger().address();
    private final Address source = stranger().address();
    private final Address destination = stranger().address();

    TokenContract(ChainUnderTest tested) {
        super(tested);
    }

    private void lay(long amount) {
        control().put(mint, PublishedLayouts.mint(DECIMALS, amount));
        control().put(source, PublishedLayouts.tokenAccount(mint, owner.address(), amount));
        control().put(destination, PublishedLayouts.tokenAccount(mint, stranger().address(), 0));
    }

    private Instruction transfer(long amount) {
        return PublishedLayouts.transferChecked(source, mint, destination, owner.address(), amount, DECIMALS);
    }

    private TransactionFailure refusal(Instruction instruction, TestKey... others) {
        TestKey payer = rich();
        return refusal(signed(
                message(payer, instruction), Array.of(others).prepend(payer).toJavaArray(TestKey[]::new)));
    }

    private static TransactionFailure custom(int code) {
        return new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(code));
    }

    @Test
    void movesTokens() {
        lay(100);
        TestKey payer = rich();
        lands(signed(message(payer, transfer(30)), payer, owner));
        assertEquals(70, PublishedLayouts.tokenAmount(account(source)));
        assertEquals(30, PublishedLayouts.tokenAmount(account(destination)));
        assertEquals(100 * SOL - 2 * SIGNATURE_FEE, lamports(payer));
    }

    @Test
    void movesAllTokensOfTheLargestSupply() {
        lay(-1L);
        TestKey payer = rich();
        lands(signed(message(payer, transfer(-1L)), payer, owner));
        assertEquals(0, PublishedLayouts.tokenAmount(account(source)));
        assertEquals(-1L, PublishedLayouts.tokenAmount(account(destination)));
    }

    @Test
    void refusesMoreThanThereIs() {
        lay(100);
        assertEquals(custom(1), refusal(transfer(101), owner));
        assertEquals(100, PublishedLayouts.tokenAmount(account(source)));
    }

    @Test
    void refusesAnAccountOfAnotherMint() {
        lay(100);
        Address otherMint = stranger().address();
        control().put(otherMint, PublishedLayouts.mint(DECIMALS, 0));
        control().put(destination, PublishedLayouts.tokenAccount(otherMint, stranger().address(), 0));
        assertEquals(custom(3), refusal(transfer(1), owner));
    }

    @Test
    void refusesAnOwnerOfAnotherAccount() {
        lay(100);
        TestKey thief = stranger();
        assertEquals(
                custom(4),
                refusal(
                        PublishedLayouts.transferChecked(source, mint, destination, thief.address(), 1, DECIMALS), thief));
    }

    @Test
    void refusesOtherDecimalsThanTheMints() {
        lay(100);
        assertEquals(
                custom(18),
                refusal(
                        PublishedLayouts.transferChecked(source, mint, destination, owner.address(), 1, DECIMALS + 1), owner));
    }

    @Test
    void refusesATransferThatTheOwnerDidNotSign() {
        lay(100);
        Instruction whole = transfer(1);
        Instruction unsigned = new Instruction(
                whole.program(), whole.accounts().update(3, AccountMeta.readonly(owner.address())), whole.data());
        assertEquals(
                new TransactionFailure.InstructionFailed(0, new InstructionFailure.Named("MissingRequiredSignature")),
                refusal(unsigned));
    }
}
