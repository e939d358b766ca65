package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.custody.TransactionPlan;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

class SubmittingTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob));
    private final TransactionPlan built =
            fixture.builds(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));

    @Test
    void bytesThatAreNoTransactionAreRefused() {
        assertInstanceOf(SubmitRefusal.BadTransaction.class, refusal(Bytes.of((byte) 7)));
    }

    @Test
    void whoHasNotSignedIsNamed() {
        assertEquals(new SubmitRefusal.SignaturesMissing(Array.of(bob)), refusal(fixture.signedBy(ann, built)));
        assertEquals(
                new SubmitRefusal.SignaturesMissing(Array.of(ann, bob)),
                refusal(built.single().unsigned().transaction()));
    }

    @Test
    void aSignatureOfSomethingElseIsRefused() {
        byte[] forged = fixture.signed(built).toArray();
        forged[5] ^= 1;

        assertEquals(new SubmitRefusal.SignaturesInvalid(Array.of(ann)), refusal(Bytes.of(forged)));
    }

    /** Sent on, it would be refused by the validators alone, and the payment taken for one that failed. */
    @Test
    void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageLands() {
        TestKey key = TestKey.of("engine/bob");
        Bytes bent = WireTransaction.parse(fixture.signed(built))
                .get()
                .withSignature(bob, key.signWithTorsion(built.single().unsigned().message()))
                .get()
                .serialize();

        assertEquals(new SubmitRefusal.SignaturesInvalid(Array.of(bob)), refusal(bent));

        fixture.land(built);
        assertEquals(new TimeLock(1), fixture.settings(account).timeLock());
    }

    @Test
    void whatIsTooLateIsRefused() {
        fixture.pass(61);

        assertFails("BlockhashNotFound", fixture.signed(built));
    }

    /** Refused, it would be taken for one that had no effect, and built anew. */
    @Test
    void whatHasLandedIsAnsweredTheSecondTimeToo() {
        Either<SubmitRefusal, Signature> first = fixture.custody.submit(fixture.signed(built));

        assertEquals(first, fixture.custody.submit(fixture.signed(built)));
        fixture.pass(61);
        assertEquals(first, fixture.custody.submit(fixture.signed(built)));
    }

    @Test
    void whatLostTheRaceForItsIndexIsRefusedAndBuiltAgain() {
        fixture.lands(EngineFixture.prepare(account, ClientTransactions.transfer(account, fixture.key("shop"), EngineFixture.SOL), ann,
                bob));

        assertTrue(
                refusal(fixture.signed(built)) instanceof SubmitRefusal.PreflightFailed failed
                        && failed.failure() instanceof TransactionFailure.InstructionFailed,
                "two for the same index");
        fixture.lands(change(account, byVoteOf(ann, bob), new SettingsEdit.SetTimeLock(new TimeLock(1))));
        assertEquals(new TimeLock(1), fixture.settings(account).timeLock());
    }

    private void assertFails(String name, Bytes transaction) {
        assertEquals(
                new SubmitRefusal.PreflightFailed(new TransactionFailure.Named(name), Array.empty()),
                refusal(transaction));
    }

    private SubmitRefusal refusal(Bytes transaction) {
        return fixture.custody
                .submit(transaction)
                .swap()
                .getOrElseThrow(() -> new AssertionError("this should have been refused"));
    }
}
