package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Transactions that landed and failed. Skipped if the chain lands none.
 *
 * <p>Not asserted: the failures of each program, because how a failure is reported does not depend on its code.
 */
abstract class FailedTransactionContract extends ContractFixture {

    private static final Option<TransactionFailure> LACKS_LAMPORTS =
            Option.some(new TransactionFailure.InstructionFailed(0, new InstructionFailure.Custom(1)));

    private final Option<FailedLanding> landing;

    FailedTransactionContract(ChainUnderTest tested) {
        super(tested);
        this.landing = tested.failedLanding();
    }

    @BeforeEach
    void requireCapability() {
        Assumptions.assumeTrue(landing.isDefined(), "the chain lands nothing that fails");
    }

    private Signature fails(TestKey payer) {
        Bytes transaction =
                signed(message(payer, PublishedLayouts.transfer(payer.address(), stranger().address(), 1_000 * SOL)), payer);
        landing.get().land(transaction);
        return new Signature(transaction.slice(1, Signature.LENGTH));
    }

    @Test
    void statusesNameTheFailure() {
        Signature signature = fails(rich());
        assertEquals(LACKS_LAMPORTS, answer(chain().statuses(List.of(signature))).head().get().failure());
    }

    @Test
    void theHistoryNamesTheFailure() {
        TestKey payer = rich();
        Signature signature = fails(payer);
        var landed = answer(chain().history(payer.address(), Option.none(), 10)).get().head();
        assertEquals(signature, landed.signature());
        assertEquals(LACKS_LAMPORTS, landed.failure());
    }

    @Test
    void aLandedFailureIsNamedWithoutInstructions() {
        LandedTransaction landed = answer(chain().landed(fails(rich()))).get();
        assertEquals(LACKS_LAMPORTS, landed.failure());
        assertEquals(Array.empty(), landed.instructions().toArray());
    }

    @Test
    void onlyTheFeeIsGone() {
        TestKey payer = rich();
        assertEquals(1, answer(chain().statuses(List.of(fails(payer)))).size());
        assertEquals(100 * SOL - SIGNATURE_FEE, lamports(payer));
    }
}
