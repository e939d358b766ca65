package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Transactions that may still be dropped with their block. Skipped if the chain confirms at once.
 *
 * <p>Not asserted: how long a confirmation takes, because the network's votes decide it. Nor that a dropped transaction disappears, because a
 * test cannot make every chain fork.
 */
abstract class FinalityContract extends ContractFixture {

    private final Option<FinalityControl> finality;

    FinalityContract(ChainUnderTest tested) {
        super(tested);
        this.finality = tested.finality();
    }

    @BeforeEach
    void requireCapability() {
        Assumptions.assumeTrue(finality.isDefined(), "the chain confirms at once");
    }

    private Option<Finality> reported(Signature signature) {
        return answer(chain().statuses(List.of(signature))).head().map(SignatureStatus::finality);
    }

    @Test
    void aTransactionIsNotConfirmedBeforeTheChainIsSure() {
        TestKey payer = rich();
        finality.get().holdBack();
        try {
            Signature signature = landed(signed(message(payer, PublishedLayouts.transfer(payer.address(), payer.address(), 1)), payer));
            assertEquals(Option.some(Finality.PROCESSED), reported(signature));
            assertEquals(Array.empty(), answer(chain().history(payer.address(), Option.none(), 10)).get().toArray());
            assertEquals(Option.<LandedTransaction>none(), answer(chain().landed(signature)));
            finality.get().confirm();
            assertEquals(Option.some(Finality.FINALIZED), reported(signature));
            assertEquals(1, answer(chain().history(payer.address(), Option.none(), 10)).get().size());
        } finally {
            finality.get().confirm();
        }
    }
}
