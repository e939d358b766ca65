package dev.mandate.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.List;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.junit.jupiter.api.Test;

/**
 * A validator remembers the hashes of messages, not signatures (Agave's status cache), because a signer can make any number of
 * signatures for one message. The VM on which the contract was developed remembers only signatures.
 */
class ReplayTest {

    private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_760_000_000));
    private final TestKey payer = TestKey.of("payer");
    private final TestKey receiver = TestKey.of("receiver");

    @Test
    void aMessageLandsOnceUnderAnySignatures() {
        chain.fund(payer.address(), BaseUnits.of(10_000_000_000L));
        Message message = new Message(
                MessageVersion.LEGACY,
                payer.address(),
                chain.latestBlockhash().get().blockhash(),
                List.of(SystemProgram.transfer(payer.address(), receiver.address(), BaseUnits.of(1_000_000_000L))),
                List.empty());
        Bytes first = TestTransactions.signed(message, List.of(payer));
        Bytes second = TestTransactions.signedOtherwise(message, List.of(payer));
        assertNotEquals(first, second);

        assertTrue(chain.send(first).get() instanceof SendOutcome.Accepted);
        assertEquals(
                new TransactionFailure.Named("AlreadyProcessed"), ((SendOutcome.Refused) chain.send(second).get()).failure());
    }

    @Test
    void theOtherSignatureIsAsGood() {
        Bytes message = Bytes.of(new byte[] {1, 2, 3});

        assertNotEquals(payer.sign(message), payer.signOtherwise(message));
        assertEquals(
                SignatureCheck.Verdict.VALID,
                new StrictEd25519().check(payer.address(), message, payer.signOtherwise(message)));
    }

    @Test
    void oneWithTorsionIsGoodOnlyByTheCofactor() {
        byte[] message = {1, 2, 3};
        byte[] key = payer.address().toArray();
        Signature signature = payer.signWithTorsion(Bytes.of(message));

        assertTrue(Ed25519.verify(signature.bytes().toArray(), 0, key, 0, message, 0, message.length));
        assertEquals(
                SignatureCheck.Verdict.INVALID,
                new StrictEd25519().check(payer.address(), Bytes.of(message), signature));
    }
}
