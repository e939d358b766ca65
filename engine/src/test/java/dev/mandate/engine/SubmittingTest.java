package dev.mandate.engine;

import static dev.mandate.engine.Scene.byVoteOf;
import static dev.mandate.engine.Scene.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

class SubmittingTest {

    private final Scene scene = new Scene();
    private final Address ann = scene.person("ann");
    private final Address bob = scene.person("bob");
    private final Address account = scene.account(Founding.of(2, ann, bob));
    private final TransactionPlan built =
            scene.builds(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));

    @Test
    void bytesThatAreNoTransactionAreRefused() {
        assertInstanceOf(SubmitRefusal.BadTransaction.class, refusal(Bytes.of((byte) 7)));
    }

    @Test
    void whoHasNotSignedIsNamed() {
        assertEquals(new SubmitRefusal.SignaturesMissing(Array.of(bob)), refusal(scene.signedBy(ann, built)));
        assertEquals(
                new SubmitRefusal.SignaturesMissing(Array.of(ann, bob)),
                refusal(built.single().unsigned().transaction()));
    }

    @Test
    void aSignatureOfSomethingElseIsRefused() {
        byte[] forged = scene.signed(built).toArray();
        forged[5] ^= 1;

        assertEquals(new SubmitRefusal.SignaturesInvalid(Array.of(ann)), refusal(Bytes.of(forged)));
    }

    /** Sent on, it would be refused by the validators alone, and the payment taken for one that failed. */
    @Test
    void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageLands() {
        TestKey key = TestKey.of("engine/bob");
        Bytes bent = WireTransaction.parse(scene.signed(built))
                .get()
                .withSignature(bob, key.signWithTorsion(built.single().unsigned().message()))
                .get()
                .serialize();

        assertEquals(new SubmitRefusal.SignaturesInvalid(Array.of(bob)), refusal(bent));

        scene.land(built);
        assertEquals(new TimeLock(1), scene.settings(account).timeLock());
    }

    @Test
    void whatIsTooLateIsRefused() {
        scene.pass(61);

        assertFails("BlockhashNotFound", scene.signed(built));
    }

    /** Refused, it would be taken for one that had no effect, and built anew. */
    @Test
    void whatHasLandedIsAnsweredTheSecondTimeToo() {
        Either<SubmitRefusal, Signature> first = scene.custody.submit(scene.signed(built));

        assertEquals(first, scene.custody.submit(scene.signed(built)));
        scene.pass(61);
        assertEquals(first, scene.custody.submit(scene.signed(built)));
    }

    @Test
    void whatLostTheRaceForItsIndexIsRefusedAndBuiltAgain() {
        scene.lands(Scene.prepare(account, Client.transfer(account, scene.key("shop"), Scene.SOL), ann, bob));

        assertTrue(
                refusal(scene.signed(built)) instanceof SubmitRefusal.PreflightFailed failed
                        && failed.failure() instanceof TransactionFailure.InstructionFailed,
                "two for the same index");
        scene.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));
        assertEquals(new TimeLock(1), scene.settings(account).timeLock());
    }

    private void assertFails(String name, Bytes transaction) {
        assertEquals(
                new SubmitRefusal.PreflightFailed(new TransactionFailure.Named(name), Array.empty()),
                refusal(transaction));
    }

    private SubmitRefusal refusal(Bytes transaction) {
        return scene.custody
                .submit(transaction)
                .swap()
                .getOrElseThrow(() -> new AssertionError("this should have been refused"));
    }
}
