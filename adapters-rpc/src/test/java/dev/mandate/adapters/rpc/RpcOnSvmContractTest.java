package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.testkit.chain.ChainContract;
import dev.mandate.testkit.chain.FailedLanding;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The adapter keeps the contract, against a node over the real runtime. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RpcOnSvmContractTest extends ChainContract {

    private final SvmRig rig =
            SvmRig.start(SvmSetup.builtIn()).getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain svm = rig.chain();
    private final SolanaTestNode node = SolanaTestNode.httpOnly(svm, svm::sendWithoutPreflight);
    private final RpcChain chain = new RpcChain(RpcFixture.settings(node));

    @Override
    public Chain chain() {
        return chain;
    }

    @Override
    public ChainControl control() {
        return svm;
    }

    @Override
    public Preflight preflight() {
        return Preflight.FORWARDS;
    }

    @Override
    public Option<FailedLanding> failedLanding() {
        return Option.some(transaction -> assertTrue(chain.send(transaction).isRight()));
    }

    @AfterAll
    void close() {
        node.close();
        rig.close();
    }
}
