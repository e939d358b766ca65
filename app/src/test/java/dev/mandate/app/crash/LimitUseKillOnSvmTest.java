package dev.mandate.app.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that use a yearly limit on a node with the deployed program, and are killed with SIGKILL or race. */
@Tag("svm")
class LimitUseKillOnSvmTest {

    private static final long SOL = 1_000_000_000;
    /** Commits of the reservation, the signature, what is sent, its result and the settlement; the sending and the look at its status. */
    private static final int LEAST_STEPS = 7;
    private static final String CONFIRMED = "Confirmed";

    private final SvmRig rig = SvmRig.start(new SvmSetup(
                    SvmSetup.Programs.SQUADS_V4, SvmSetup.Signatures.CHECKED, UnixTime.of(Instant.now())))
            .getOrElseGet(unavailable -> Assumptions.abort(unavailable.explanation()));
    private final SvmChain chain = rig.chain();
    private final SolanaTestNode node = SolanaTestNode.httpOnly(chain, chain::sendWithoutPreflight);
    private final List<SubmitterProcess> started = new ArrayList<>();

    LimitUseKillOnSvmTest() {
        chain.fund(SubmitterMain.OPERATOR.feePayer(), BaseUnits.of(100 * SOL));
        chain.fund(SubmitterMain.ALICE.address(), BaseUnits.of(SOL));
        chain.fund(SubmitterMain.SHOP, BaseUnits.of(SOL));
    }

    @AfterEach
    void close() {
        started.forEach(SubmitterProcess::close);
        node.close();
        rig.close();
    }

    private SubmitterProcess start(String store) throws IOException {
        SubmitterProcess process = SubmitterProcess.start(store, node.providerUrl());
        started.add(process);
        return process;
    }

    private Address account(SubmitterProcess process) throws IOException {
        Address account = Address.of(process.ask("create account 0").replace("CREATED ", ""));
        chain.fund(account, BaseUnits.of(10 * SOL));
        return account;
    }

    private static Address limit(SubmitterProcess process, Address account) throws IOException {
        return Address.of(process.ask("grant " + account).replace(CONFIRMED + " ", ""));
    }

    private long paid() {
        return (chain.accounts(AccountQuery.ofAnyOwner(Array.of(SubmitterMain.SHOP))).get().owned().get(SubmitterMain.SHOP).get().lamports().bits()
                        - SOL)
                / SubmitterMain.LAMPORTS;
    }

    private static String left(long paid) {
        return Long.toString((SubmitterMain.USES - paid) * SubmitterMain.LAMPORTS);
    }

    @Test
    void aUseThatIsRepeatedAfterAKillAtAnyStepPaysOnce(@TempDir Path folder) throws Exception {
        SubmitterProcess process = start(folder.toString());
        Address account = account(process);
        String use = "use " + account + " " + limit(process, account) + " key-";
        int step = 1;
        while (process.ask(use + step + " " + step).equals(SubmitterMain.STOPPED)) {
            process.kill();
            process = start(folder.toString());
            // It may be on its way.
            var unused = process.ask(use + step + " 0");
            assertEquals(left(step), process.ask("settle " + account));
            assertEquals(step, paid());
            step++;
        }
        assertTrue(step > LEAST_STEPS, "steps: " + step);
        assertEquals("Array()", process.ask("verify"));
    }

    @Test
    void anUnrepeatedUseIsPaidOrReleasedAfterAKill(@TempDir Path folder) throws Exception {
        SubmitterProcess process = start(folder.toString());
        Address account = account(process);
        String use = "use " + account + " " + limit(process, account) + " key-";
        int step = 1;
        while (process.ask(use + step + " " + step).equals(SubmitterMain.STOPPED)) {
            process.kill();
            // Longer than a reservation waits: the chain's clock stood still meanwhile.
            chain.advance(300);
            chain.expireBlockhashes();
            process = start(folder.toString());
            assertEquals(left(paid()), process.ask("settle " + account));
            step++;
        }
        assertTrue(step > LEAST_STEPS, "steps: " + step);
        assertTrue(paid() > 1 && paid() < step, "some were paid, and some were not: " + paid());
        assertEquals("Array()", process.ask("verify"));
    }

    @Test
    void twoProcessesOnOneDatabaseNeverPayMoreThanTheAmount() throws Exception {
        try (TestSchema schema = TestSchema.make()) {
            Array<SubmitterProcess> both = Array.of(start(schema.url()), start(schema.url()));
            Address account = account(both.head());
            String use = "use " + account + " " + limit(both.head(), account) + " key-";
            int confirmed = 0;
            for (int round = 0; round <= SubmitterMain.USES; round++) {
                for (int one = 0; one < both.length(); one++) {
                    both.get(one).say(use + round + "-" + one + " 0");
                }
                for (SubmitterProcess one : both) {
                    confirmed += one.answer().equals(CONFIRMED) ? 1 : 0;
                }
            }
            assertEquals(SubmitterMain.USES, confirmed);
            assertEquals(SubmitterMain.USES, paid());
            assertEquals("0", both.head().ask("settle " + account));
            assertEquals("Array()", both.head().ask("verify"));
        }
    }
}
