package dev.mandate.testkit.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.format.SolanaFormat;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.List;
import io.vavr.collection.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link TransactionSigner}. Extend this class and return a signer that can sign at once.
 *
 * <p>Not asserted: what a signer answers if one of its keys is missing or its service fails, because the engine takes an exception, a failed stage
 * and a missing signature alike: it sends nothing. Nor how long it takes, because services and people differ.
 */
public abstract class TransactionSignerContract {

    private static final int CALLERS = 8;
    private static final int CALLS = 4;
    private static final long LIMIT_SECONDS = 30;

    /** Nearly the 4,096 bytes of the longest transaction. */
    private static final int LONG_DATA = 3_700;

    /** Returns a signer for one test. */
    protected abstract SignerUnderTest fresh();

    /** A transaction whose content differs from that of another number. */
    private static UnsignedTransaction transaction(MessageVersion version, int number, int length, Address payer, Address... others) {
        byte[] data = new byte[length];
        data[0] = (byte) number;
        Instruction instruction = new Instruction(
                Address.of("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
                Array.of(others).map(other -> new AccountMeta(other, true, false)),
                Bytes.of(data));
        Message message = new Message(
                version, payer, new Blockhash(Bytes32.of(new byte[Bytes32.LENGTH])), TransactionConfig.NONE, List.of(instruction), List.empty());
        return new SolanaFormat().compile(message).getOrElseThrow(refusal -> new AssertionError(refusal.toString()));
    }

    private static Map<Address, Signature> signatures(TransactionSigner signer, UnsignedTransaction unsigned)
            throws InterruptedException, ExecutionException, TimeoutException {
        return HashMap.ofAll(signer.sign(unsigned).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    /** Signs; each signer of the transaction has a valid signature, and nobody else has one. */
    private static void assertSigned(TransactionSigner signer, UnsignedTransaction unsigned)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<Address, Signature> signatures = signatures(signer, unsigned);
        assertEquals(unsigned.signers().toSet(), signatures.keySet());
        signatures.forEach((address, signature) ->
                assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(address, unsigned.message(), signature), address::toString));
    }

    @Test
    void eachSignerHasAValidSignatureOfTheMessage() throws InterruptedException, ExecutionException, TimeoutException {
        SignerUnderTest tested = fresh();
        for (MessageVersion version : MessageVersion.values()) {
            assertSigned(tested.signer(), transaction(version, 1, 1, tested.first(), tested.second()));
        }
    }

    @Test
    void aKeyThatIsNoSignerOfTheTransactionSignsNothing() throws InterruptedException, ExecutionException, TimeoutException {
        SignerUnderTest tested = fresh();
        assertSigned(tested.signer(), transaction(MessageVersion.V0, 1, 1, tested.first()));
        assertSigned(tested.signer(), transaction(MessageVersion.V0, 1, 1, tested.second()));
    }

    @Test
    void eachOfSeveralTransactionsHasSignaturesOfItsOwn() throws InterruptedException, ExecutionException, TimeoutException {
        SignerUnderTest tested = fresh();
        for (int number = 0; number < CALLS; number++) {
            assertSigned(tested.signer(), transaction(MessageVersion.V0, number, 1, tested.first(), tested.second()));
        }
    }

    @Test
    void aLongMessageOfVersion1IsSigned() throws InterruptedException, ExecutionException, TimeoutException {
        SignerUnderTest tested = fresh();
        assertSigned(tested.signer(), transaction(MessageVersion.V1, 1, LONG_DATA, tested.first(), tested.second()));
    }

    @Test
    void concurrentCallsDoNotMixTheirTransactions() throws InterruptedException, ExecutionException {
        SignerUnderTest tested = fresh();
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            Array<Future<Integer>> calls = Array.range(0, CALLERS * CALLS).map(number -> callers.submit(() -> {
                assertSigned(tested.signer(), transaction(MessageVersion.V0, number, 1, tested.first(), tested.second()));
                return number;
            }));
            for (Future<Integer> call : calls) {
                assertTrue(call.get() >= 0);
            }
        }
    }

    @Test
    void itsTextDoesNotShowAPrivateKey() {
        SignerUnderTest tested = fresh();
        Array<Address> shown = ShownKeys.in(tested.signer().toString());
        assertFalse(shown.contains(tested.first()));
        assertFalse(shown.contains(tested.second()));
    }
}
