package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import org.junit.jupiter.api.Test;

/**
 * Transactions that land, with real signatures.
 *
 * <p>Not asserted: how soon a transaction lands, because the network decides it, and a chain under test lands it at once.
 */
abstract class SendingContract extends ContractFixture {

    SendingContract(ChainUnderTest tested) {
        super(tested);
    }

    @Test
    void movesLamportsAndTakesTheFeeFromThePayer() {
        TestKey payer = holding(10 * SOL);
        TestKey to = stranger();
        Bytes transaction = signed(message(payer, PublishedLayouts.transfer(payer.address(), to.address(), 3 * SOL)), payer);
        assertEquals(new Signature(Bytes.of(transaction.toArray(), 1, 64)), landed(transaction));
        assertEquals(7 * SOL - SIGNATURE_FEE, lamports(payer));
        assertEquals(PublishedLayouts.plain(3 * SOL), account(to.address()));
    }

    @Test
    void takesTheFeeFromAPayerWhoIsNotTheSender() {
        TestKey payer = holding(SOL);
        TestKey sender = holding(5 * SOL);
        TestKey to = stranger();
        Bytes transaction = signed(
                message(payer, PublishedLayouts.transfer(sender.address(), to.address(), SOL)), payer, sender);
        lands(transaction);
        assertEquals(SOL - 2 * SIGNATURE_FEE, lamports(payer));
        assertEquals(4 * SOL, lamports(sender));
        assertEquals(SOL, lamports(to));
    }

    @Test
    void runsInstructionsInTheirOrder() {
        TestKey payer = rich();
        TestKey middle = stranger();
        TestKey end = stranger();
        Bytes transaction = signed(
                message(
                        payer,
                        PublishedLayouts.transfer(payer.address(), middle.address(), 2 * SOL),
                        PublishedLayouts.transfer(middle.address(), end.address(), 2 * SOL)),
                payer,
                middle);
        lands(transaction);
        assertEquals(0, lamports(middle));
        assertEquals(2 * SOL, lamports(end));
    }

    @Test
    void undoesAllInstructionsIfOneFails() {
        TestKey payer = holding(10 * SOL);
        TestKey to = stranger();
        Bytes transaction = signed(
                message(
                        payer,
                        PublishedLayouts.transfer(payer.address(), to.address(), SOL),
                        PublishedLayouts.transfer(payer.address(), to.address(), 20 * SOL)),
                payer);
        // SystemError 1: the account does not have enough lamports.
        assertEquals(
                new TransactionFailure.InstructionFailed(1, new InstructionFailure.Custom(1)), refusal(transaction));
        assertEquals(10 * SOL, lamports(payer));
        assertEquals(0, lamports(to));
    }

    @Test
    void createsAnAccountForAProgram() {
        TestKey payer = rich();
        TestKey created = stranger();
        Bytes transaction = signed(
                message(payer, PublishedLayouts.createAccount(payer.address(), created.address(), SOL, 5, PublishedLayouts.TOKEN)),
                payer,
                created);
        lands(transaction);
        assertEquals(
                new AccountData(BaseUnits.of(SOL), PublishedLayouts.TOKEN, Bytes.of(new byte[5]), false),
                account(created.address()));
    }

    @Test
    void createsNoAccountWhereThereIsOne() {
        TestKey payer = rich();
        TestKey created = holding(SOL);
        Bytes transaction = signed(
                message(payer, PublishedLayouts.createAccount(payer.address(), created.address(), SOL, 5, PublishedLayouts.TOKEN)),
                payer,
                created);
        // SystemError 0: an account with the same address already exists.
        assertEquals(
                new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(0)), refusal(transaction));
    }

    @Test
    void emptiesAnAccountToExactlyNothing() {
        TestKey payer = rich();
        TestKey sender = holding(SOL);
        TestKey to = stranger();
        Bytes transaction = signed(
                message(payer, PublishedLayouts.transfer(sender.address(), to.address(), SOL)), payer, sender);
        lands(transaction);
        assertEquals(0, lamports(sender));
        assertEquals(0, read(sender.address()).owned().size());
    }
}
