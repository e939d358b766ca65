package dev.mandate.adapters.sol4k;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.crypto.StrictEd25519;
import io.vavr.collection.Array;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sol4k.Keypair;
import org.sol4k.TransactionMessage;
import org.sol4k.VersionedTransaction;
import org.sol4k.instruction.TransferInstruction;

/** A host that works with sol4k: its keys sign for an account of two, its transactions are prepared, and the engine's are signed with it. */
class Sol4kBridgeTest {

    private static final long SOL = 1_000_000_000;
    /** The order of Ed25519's group. */
    private static final BigInteger ORDER = BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private final SimulatedChain chain = new SimulatedChain(new UnixTime(1_764_547_200));
    private final ThrowingCustody custody = CustodyEngine.builder()
            .network(Network.DEVNET)
            .chain(chain)
            .formats(Solana.SQUADS_V4)
            .journal(new InMemoryJournal())
            .build()
            .orThrow();
    private final Keypair alice = Keypair.generate();
    private final Keypair bob = Keypair.generate();

    @Test
    void itsKeyPairsSignForAnAccountAndItsMessagesArePrepared() {
        Address account = account();
        TransactionMessage payment = TransactionMessage.newMessage(
                alice.getPublicKey(),
                account.toString(),
                new TransferInstruction(new org.sol4k.PublicKey(account.toArray()), alice.getPublicKey(), SOL));

        TransactionPlan plan = custody.build(new BuildRequest.Prepare(
                account, Sol4kTransactions.unsigned(payment).get(), List.of(address(alice), address(bob)), BuildOptions.DEFAULT));
        List<Submission> landed = custody.submitAll(plan, Sol4kSigner.of(alice, bob), new IdempotencyKey("payment"));

        assertInstanceOf(Submission.State.Confirmed.class, landed.getLast().state());
    }

    @Test
    void aStepGoesOutIsSignedThereByAllAndComesBack() {
        Address account = account();
        TransactionPlan plan = custody.build(new BuildRequest.Prepare(
                account, transfer(account), List.of(address(alice), address(bob)), BuildOptions.DEFAULT));

        VersionedTransaction theirs = Sol4kTransactions.out(plan.single().unsigned()).get();
        theirs.sign(bob);
        theirs.sign(alice);
        Submission taken = custody.submit(account, Sol4kTransactions.signed(theirs).get(), new IdempotencyKey("payment"));

        assertInstanceOf(
                Submission.State.Confirmed.class, custody.awaitFinal(taken.id()).orElseThrow().state());
    }

    /** S and S plus the group's order are both accepted there. The network refuses the second, and so does the engine. */
    @Test
    void itsVerifierTakesASecondFormOfASignatureWhichOursRefuses() {
        byte[] message = {1, 2, 3};
        byte[] second = alice.sign(message);
        byte[] s = reversed(new BigInteger(1, reversed(Arrays.copyOfRange(second, 32, 64))).add(ORDER).toByteArray());
        System.arraycopy(Arrays.copyOf(s, 32), 0, second, 32, 32);

        assertTrue(alice.getPublicKey().verify(second, message));
        assertEquals(
                SignatureCheck.Verdict.INVALID,
                new StrictEd25519().check(address(alice), Bytes.of(message), new Signature(Bytes.of(second))));
    }

    private Address account() {
        Keypair fresh = Keypair.generate();
        chain.fund(address(alice), BaseUnits.of(10 * SOL));
        TransactionPlan plan = custody.build(new BuildRequest.CreateAccount(
                address(fresh), address(alice), Command.CreateAccount.ofEquals(2, address(alice), address(bob)), BuildOptions.DEFAULT));
        var unused = custody.submitAll(plan, Sol4kSigner.of(alice, fresh), new IdempotencyKey("account"));
        chain.fund(plan.account().address(), BaseUnits.of(5 * SOL));
        return plan.account().address();
    }

    private Bytes transfer(Address account) {
        return Sol4kTransactions.unsigned(TransactionMessage.newMessage(
                        alice.getPublicKey(),
                        account.toString(),
                        new TransferInstruction(new org.sol4k.PublicKey(account.toArray()), bob.getPublicKey(), SOL)))
                .get();
    }

    private static Address address(Keypair key) {
        return Sol4kSigner.address(key);
    }

    private static byte[] reversed(byte[] bytes) {
        return Array.ofAll(bytes).reverse().foldLeft(new byte[0], (all, one) -> {
            byte[] longer = Arrays.copyOf(all, all.length + 1);
            longer[all.length] = one;
            return longer;
        });
    }
}
