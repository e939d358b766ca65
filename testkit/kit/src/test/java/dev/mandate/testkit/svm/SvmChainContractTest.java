package dev.mandate.testkit.svm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testkit.chain.FailedLanding;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The real runtime keeps the contract. This test proves that the contract is right. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SvmChainContractTest extends ChainContract {

    private final SvmRig rig = RequiredSvm.rig(SvmSetup.builtIn());

    @Override
    public Chain chain() {
        return rig.chain();
    }

    @Override
    public ChainControl control() {
        return rig.chain();
    }

    @Override
    public Option<FailedLanding> failedLanding() {
        return Option.some(transaction -> assertTrue(rig.chain().sendWithoutPreflight(transaction).isRight()));
    }

    @AfterAll
    void close() {
        rig.close();
    }
}
