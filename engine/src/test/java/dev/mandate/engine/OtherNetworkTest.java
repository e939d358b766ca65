package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.runtime.NetworkParameters;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** A network with other fees, rent and times: 7,000 lamports a signature, 3,480 a byte, and blockhashes that live for 200 slots of 200 ms. */
class OtherNetworkTest {

    private static final long LIFE_SECONDS = 40;

    private final EngineFixture fixture = new EngineFixture(new NetworkParameters(7_000, 3_480, 200, 200));
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address cem = fixture.person("cem");

    @Test
    void aCreationCostsTheFeesAndRentOfTheNetwork() {
        FeeQuote fee = fixture.landed(new BuildRequest.CreateAccount(
                        fixture.key("create key"), ann, NewAccount.of(2, ann, bob).terms(), BuildOptions.DEFAULT))
                .single()
                .fee();

        assertEquals(BaseUnits.of(2 * 7_000), fee.networkFee());
        assertEquals(
                fee.rents().map(rent -> BaseUnits.of((128 + dataLength(rent.account())) * 3_480L)),
                fee.rents().map(FeeQuote.Rent::lamports));
    }

    @Test
    void soDoesATransfer() {
        FeeQuote fee = fixture.landed(transfer()).single().fee();

        assertEquals(BaseUnits.of(2 * 7_000), fee.networkFee());
        assertEquals(BaseUnits.of(835 * 3_480), fee.rent());
    }

    @Test
    void aTransactionIsTakenUntilTheLastBlockOfItsBlockhash() {
        TransactionPlan built = fixture.builds(transfer());
        fixture.chain().advance(LIFE_SECONDS);

        fixture.land(built);
    }

    @Test
    void andNoLonger() {
        TransactionPlan built = fixture.builds(transfer());
        fixture.chain().advance(LIFE_SECONDS + 1);

        assertInstanceOf(
                SubmissionRefusal.BlockhashExpired.class,
                fixture.submit(built.account().address(), fixture.signed(built)).getLeft());
    }

    /** It expires 200 blocks, the 150 that a node may be behind, and the margin of 32 blocks after it was taken: 76.4 seconds. */
    @Test
    void aLostTransactionExpiresByTheNetworksBlocks() {
        TransactionPlan built = fixture.builds(transfer());
        Bytes signed = fixture.signed(built);
        boolean[] dead = {false};
        Custody custody = EngineFixture.engine(
                new FaultyChain(
                        fixture.chain(),
                        ProcessFault.never(),
                        () -> dead[0] ? FaultyChain.Line.LOST : FaultyChain.Line.GOOD,
                        sent -> dead[0] = true),
                fixture.journal());
        var unused = submitted(custody, built, signed);
        dead[0] = false;

        fixture.chain().advance(76);
        assertInstanceOf(Submission.State.Unknown.class, submitted(custody, built, signed).state());

        fixture.chain().advance(1);
        assertInstanceOf(Submission.State.Expired.class, submitted(custody, built, signed).state());
    }

    private static Submission submitted(Custody custody, TransactionPlan built, Bytes signed) {
        return custody.submit(built.account().address(), signed, Array.empty(), new Retry.Unnamed()).get();
    }

    private BuildRequest transfer() {
        Address account = fixture.account(NewAccount.of(2, ann, bob, cem));
        return new BuildRequest.Prepare(
                account, ClientTransactions.transfer(account, bob, 1_000_000), Array.of(ann, bob), BuildOptions.DEFAULT);
    }

    private int dataLength(Address account) {
        return fixture.ledger.account(account).get().data().length();
    }
}
