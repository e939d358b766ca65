package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure.InsufficientFundsForRent;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.HashSet;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

/**
 * Transactions that the preflight refuses without effect.
 *
 * <p>Not asserted: that sending tells the refusal, because a chain that forwards every transaction is asked by a simulation.
 */
abstract class PreflightContract extends ContractFixture {

    PreflightContract(ChainUnderTest tested) {
        super(tested);
    }

    private Bytes transfer(TestKey payer, TestKey from, Address to, long lamports, TestKey... signers) {
        return signed(message(payer, PublishedLayouts.transfer(from.address(), to, lamports)), signers);
    }

    @Test
    void refusesASignatureOfOtherBytes() {
        TestKey payer = holding(10 * SOL);
        byte[] bytes = transfer(payer, payer, stranger().address(), SOL, payer).toArray();
        bytes[20] ^= 1;
        neverLandsUnsigned(Bytes.of(bytes));
        assertEquals(10 * SOL, lamports(payer));
    }

    @Test
    void refusesAMissingSignature() {
        TestKey payer = rich();
        TestKey sender = rich();
        Address to = stranger().address();
        neverLandsUnsigned(transfer(payer, sender, to, SOL, payer));
        neverLandsUnsigned(transfer(payer, sender, to, SOL, sender));
    }

    @Test
    void looksAtSignaturesBeforeTheBlockhash() {
        TestKey payer = rich();
        Bytes unsigned = transfer(payer, payer, stranger().address(), SOL);
        control().expireBlockhashes();
        neverLandsUnsigned(unsigned);
    }

    @Test
    void refusesAPayerWithoutAnAccount() {
        TestKey payer = stranger();
        TestKey sender = rich();
        assertEquals(
                named("AccountNotFound"), refusal(transfer(payer, sender, stranger().address(), SOL, payer, sender)));
    }

    @Test
    void refusesAPayerWhoCannotPayTheFee() {
        TestKey payer = holding(SIGNATURE_FEE - 1);
        Bytes transaction = transfer(payer, payer, payer.address(), 0, payer);
        assertEquals(named("InsufficientFundsForFee"), refusal(transaction));
    }

    @Test
    void takesThePayersLastLamport() {
        TestKey payer = holding(SIGNATURE_FEE);
        Bytes transaction = transfer(payer, payer, payer.address(), 0, payer);
        lands(transaction);
        assertEquals(0, lamports(payer));
    }

    @Test
    void refusesAFeeThatTakesThePayerBelowTheRentMinimum() {
        TestKey payer = holding(RENT_MINIMUM + SIGNATURE_FEE - 1);
        Bytes transaction = transfer(payer, payer, payer.address(), 0, payer);
        assertEquals(new InsufficientFundsForRent(0), refusal(transaction));
        control().fund(payer.address(), BaseUnits.of(1));
        lands(transaction);
        assertEquals(RENT_MINIMUM, lamports(payer));
    }

    @Test
    void refusesAPayerThatAProgramOwns() {
        TestKey payer = stranger();
        control().put(payer.address(), new AccountData(BaseUnits.of(SOL), PublishedLayouts.TOKEN, Bytes.EMPTY, false));
        TestKey sender = rich();
        assertEquals(
                named("InvalidAccountForFee"),
                refusal(transfer(payer, sender, stranger().address(), SOL, payer, sender)));
    }

    @Test
    void refusesToLeaveARecipientBelowTheRentMinimum() {
        TestKey payer = rich();
        TestKey to = stranger();
        assertEquals(
                new InsufficientFundsForRent(1),
                refusal(transfer(payer, payer, to.address(), RENT_MINIMUM - 1, payer)));
        assertEquals(0, lamports(to));
        lands(transfer(payer, payer, to.address(), RENT_MINIMUM, payer));
        assertEquals(RENT_MINIMUM, lamports(to));
    }

    @Test
    void refusesToLeaveASenderBelowTheRentMinimum() {
        TestKey payer = rich();
        TestKey sender = holding(SOL);
        assertEquals(
                new InsufficientFundsForRent(1),
                refusal(transfer(payer, sender, payer.address(), SOL - RENT_MINIMUM + 1, payer, sender)));
        assertEquals(SOL, lamports(sender));
    }

    @Test
    void refusesTheSameTransactionTwice() {
        TestKey payer = rich();
        TestKey to = stranger();
        Bytes transaction = transfer(payer, payer, to.address(), SOL, payer);
        lands(transaction);
        assertEquals(named("AlreadyProcessed"), refusal(transaction));
        assertEquals(SOL, lamports(to));
    }

    @Test
    void takesATransactionAgainThatItRefusedBefore() {
        TestKey payer = holding(SOL);
        TestKey to = stranger();
        Bytes transaction = transfer(payer, payer, to.address(), 2 * SOL, payer);
        assertEquals(
                new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1)), refusal(transaction));
        control().fund(payer.address(), BaseUnits.of(5 * SOL));
        lands(transaction);
        assertEquals(2 * SOL, lamports(to));
    }

    @Test
    void refusesAProgramThatDoesNotExist() {
        TestKey payer = rich();
        Instruction call = new Instruction(stranger().address(), List.empty(), Bytes.EMPTY);
        TransactionFailure refusal = refusal(signed(message(payer, call), payer));
        // Real runtimes differ here.
        assertTrue(
                HashSet.of(named("InvalidProgramForExecution"), named("ProgramAccountNotFound")).contains(refusal),
                refusal::toString);
    }

    @Test
    void refusesToMoveLamportsWithoutTheOwnersSignature() {
        TestKey payer = rich();
        TestKey victim = rich();
        Instruction signedFor = PublishedLayouts.transfer(victim.address(), payer.address(), SOL);
        Instruction theft = new Instruction(
                signedFor.program(),
                List.of(AccountMeta.writable(victim.address()), AccountMeta.writable(payer.address())),
                signedFor.data());
        assertEquals(
                new TransactionFailure.InstructionFailed(0, new InstructionFailure.Named("MissingRequiredSignature")),
                refusal(signed(message(payer, theft), payer)));
        assertEquals(100 * SOL, lamports(victim));
    }
}
