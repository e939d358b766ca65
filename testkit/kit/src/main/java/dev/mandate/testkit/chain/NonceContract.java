package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.simulator.keys.TestKey;
import org.junit.jupiter.api.Test;

/**
 * Transactions with durable nonces, which do not expire.
 *
 * <p>Not asserted: which value a nonce stores next, because the runtime derives it from a blockhash that no client chooses.
 */
abstract class NonceContract extends ContractFixture {

    private final Address nonce = stranger().address();
    private final TestKey authority = stranger();
    private final TestKey to = stranger();

    NonceContract(ChainUnderTest tested) {
        super(tested);
    }

    /** Creates the nonce account; returns its value as a blockhash. */
    private Blockhash lay() {
        Address value = stranger().address();
        control().put(nonce, PublishedLayouts.nonce(authority.address(), value));
        return new Blockhash(value.bytes());
    }

    private Bytes transfer(TestKey payer, Blockhash lifetime, long lamports) {
        return signed(
                message(
                        lifetime,
                        payer,
                        PublishedLayouts.advanceNonce(nonce, authority.address()),
                        PublishedLayouts.transfer(payer.address(), to.address(), lamports)),
                payer,
                authority);
    }

    private Blockhash stored() {
        return new Blockhash(PublishedLayouts.nonceValue(account(nonce)).bytes());
    }

    @Test
    void landsWithTheStoredValueAtAnyLaterTime() {
        TestKey payer = rich();
        Bytes transaction = transfer(payer, lay(), SOL);
        control().advance(1_000_000);
        lands(transaction);
        assertEquals(SOL, lamports(to));
    }

    @Test
    void storesAnotherValueOnceUsed() {
        TestKey payer = rich();
        Blockhash value = lay();
        lands(transfer(payer, value, SOL));
        assertNotEquals(value, stored());
    }

    @Test
    void refusesAValueThatWasUsed() {
        TestKey payer = rich();
        Blockhash value = lay();
        Bytes transaction = transfer(payer, value, SOL);
        lands(transaction);
        assertEquals(named("BlockhashNotFound"), refusal(transaction));
        assertEquals(named("BlockhashNotFound"), refusal(transfer(payer, value, 2 * SOL)));
        assertEquals(SOL, lamports(to));
    }

    @Test
    void takesTheNextValueForTheNextTransaction() {
        TestKey payer = rich();
        Signature first = landed(transfer(payer, lay(), SOL));
        assertNotEquals(first, landed(transfer(payer, stored(), SOL)));
        assertEquals(2 * SOL, lamports(to));
    }

    @Test
    void refusesAValueThatIsNotStored() {
        TestKey payer = rich();
        assertNotEquals(Address.ZERO.bytes(), lay().bytes());
        Blockhash invented = new Blockhash(stranger().address().bytes());
        assertEquals(named("BlockhashNotFound"), refusal(transfer(payer, invented, SOL)));
    }

    @Test
    void refusesAStoredValueWhoseAdvanceIsNotTheFirstInstruction() {
        TestKey payer = rich();
        Bytes transaction = signed(
                message(
                        lay(),
                        payer,
                        PublishedLayouts.transfer(payer.address(), to.address(), SOL),
                        PublishedLayouts.advanceNonce(nonce, authority.address())),
                payer,
                authority);
        assertEquals(named("BlockhashNotFound"), refusal(transaction));
    }

    @Test
    void refusesAnAdvanceByAnotherThanTheAuthority() {
        TestKey payer = rich();
        Bytes transaction = signed(
                message(
                        lay(),
                        payer,
                        PublishedLayouts.advanceNonce(nonce, payer.address()),
                        PublishedLayouts.transfer(payer.address(), to.address(), SOL)),
                payer);
        assertEquals(named("BlockhashNotFound"), refusal(transaction));
    }

    @Test
    void keepsTheValueOfATransactionThatItRefused() {
        TestKey payer = holding(SOL);
        Blockhash value = lay();
        assertEquals(
                new TransactionFailure.InstructionFailed(1, new InstructionFailure.Custom(1)),
                refusal(transfer(payer, value, 2 * SOL)));
        assertEquals(value, stored());
        assertEquals(SOL, lamports(payer));
    }
}
