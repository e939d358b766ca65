package dev.mandate.testkit.svm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The process behind the chain: reset and end. */
@Tag("full")
class SvmRigTest {

    private static final Address ALICE = TestKey.of("alice").address();
    private static final UnixTime LATER = new UnixTime(1_800_000_000);

    @Test
    void forgetsAllAccountsAndBlockhashesAtAReset() {
        try (SvmRig rig = RequiredSvm.rig(SvmSetup.builtIn())) {
            SvmChain chain = rig.chain();
            chain.fund(ALICE, BaseUnits.of(1_000_000));
            chain.advance(1_000);
            var before = chain.latestBlockhash().get().blockhash();
            rig.reset(LATER);
            AccountsSnapshot after = chain.accounts(AccountQuery.ofAnyOwner(List.of(ALICE))).get();
            assertEquals(0, after.owned().size());
            assertEquals(LATER, after.chainTime());
            assertNotEquals(before, chain.latestBlockhash().get().blockhash());
        }
    }

    @Test
    void answersNothingButUnreachableOnceClosed() {
        SvmRig rig = RequiredSvm.rig(SvmSetup.builtIn());
        rig.close();
        assertInstanceOf(
                ChainFault.Unreachable.class, rig.chain().blockHeight().getLeft());
    }

    @Test
    void takesStandInsForSignaturesOnlyWhereItTrustsThem() {
        assertInstanceOf(SendOutcome.Refused.class, outcomeOfAStandIn(SvmSetup.builtIn()));
        assertInstanceOf(SendOutcome.Accepted.class, outcomeOfAStandIn(SvmSetup.builtIn().trustingSignatures()));
    }

    private static SendOutcome outcomeOfAStandIn(SvmSetup setup) {
        try (SvmRig rig = RequiredSvm.rig(setup)) {
            SvmChain chain = rig.chain();
            chain.fund(ALICE, BaseUnits.of(1_000_000));
            // A message without instructions only pays its fee.
            Message message = new Message(
                    MessageVersion.LEGACY, ALICE, chain.latestBlockhash().get().blockhash(), List.empty(), List.empty());
            return chain.send(TestTransactions.standingIn(message, List.of(TestKey.of("alice")))).get();
        }
    }

    @Test
    void calls1233BytesABadQuestion() {
        try (SvmRig rig = RequiredSvm.rig(SvmSetup.builtIn())) {
            assertInstanceOf(
                    ChainFault.BadAnswer.class,
                    rig.chain().send(Bytes.of(new byte[1_233])).getLeft());
        }
    }
}
