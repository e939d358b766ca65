package dev.mandate.app.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that are killed with SIGKILL after each commit and each call that moves a submission on. The next process repeats the call
 * under its key. {@code ./mvnw verify} kills after one commit or call of each kind.
 */
@Tag("counted")
class SubmitterKillTest {

    private static final long SOL = 1_000_000_000;
    /**
     * The commits of address, order and signature, which is recorded as sent; the sending and the look at its status; the commits of its result and
     * of the settled order.
     */
    private static final int CREATION_STEPS = 7;
    /** The commit of the signature, which is recorded as sent; the sending and the look at its status; the commit of its result. */
    private static final int PAYMENT_STEPS = 4;
    /** In a payment. */
    private static final int RECORDED_AS_SENT = 1;
    /** In a payment. */
    private static final int SENT = 2;

    private static final int RACES = 10;

    private final SimulatedChain chain = new SimulatedChain(UnixTime.of(Instant.now()));
    private final SolanaTestNode node = SolanaTestNode.httpOnly(chain);
    private final List<SubmitterProcess> started = new ArrayList<>();
    private final List<Long> costs = new ArrayList<>();

    @BeforeEach
    void fund() {
        chain.fund(SubmitterMain.OPERATOR.feePayer(), BaseUnits.of(100 * SOL));
        chain.fund(SubmitterMain.ALICE.address(), BaseUnits.of(SOL));
    }

    @AfterEach
    void close() throws InterruptedException {
        for (SubmitterProcess process : started) {
            process.close();
        }
        node.close();
    }

    private SubmitterProcess start(String store) throws IOException {
        SubmitterProcess process = SubmitterProcess.start(store, node.providerUrl());
        started.add(process);
        return process;
    }

    private long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address)
                .map(account -> account.lamports().bits())
                .getOrElse(0L);
    }

    @Test
    @Tag("full")
    void oneProcessAfterTheOtherMakesEachAccountOnce(@TempDir Path folder) throws Exception {
        SubmitterProcess process = start(folder.toString());
        for (int step = 1; step <= CREATION_STEPS; step++) {
            String create = "create account-" + step + " ";
            long before = lamports(SubmitterMain.OPERATOR.feePayer());
            assertEquals(SubmitterMain.STOPPED, process.ask(create + step));
            process.kill();
            process = start(folder.toString());
            var unused = assertCreated(process.ask(create + 0));
            costs.add(before - lamports(SubmitterMain.OPERATOR.feePayer()));
        }
        var unused = assertCreated(process.ask("create last " + (CREATION_STEPS + 1)));
        assertEquals(1, Set.copyOf(costs).size(), costs::toString);
        assertEquals("Array()", process.ask("verify"));
    }

    @Test
    void oneProcessAfterTheOtherMakesEachPaymentOnce(@TempDir Path folder) throws Exception {
        SubmitterProcess process = start(folder.toString());
        Address account = assertCreated(process.ask("create account 0"));
        chain.fund(account, BaseUnits.of(SOL));
        int paid = 0;
        for (int step = TestExtent.of(SENT, 1); step <= PAYMENT_STEPS; step += TestExtent.stride(PAYMENT_STEPS)) {
            String pay = "pay " + account + " payment-" + step + " ";
            assertEquals(SubmitterMain.STOPPED, process.ask(pay + step));
            process.kill();
            process = start(folder.toString());
            assertEquals("Confirmed", process.ask(pay + 0));
            paid++;
            assertEquals(paid * SubmitterMain.LAMPORTS, lamports(SubmitterMain.SHOP));
        }
        assertEquals("Confirmed", process.ask("pay " + account + " last " + (PAYMENT_STEPS + 1)));
        assertEquals("Array()", process.ask("verify"));
    }

    private static Address assertCreated(String answer) {
        assertTrue(answer.startsWith("CREATED "), answer);
        return Address.of(answer.substring("CREATED ".length()));
    }

    @Test
    @Tag("full")
    void anotherProcessOnTheSameDatabaseGoesOnWhereOneStandsStillAndIsKilled() throws Exception {
        try (TestSchema schema = TestSchema.make()) {
            SubmitterProcess other = start(schema.url());
            Address account = assertCreated(other.ask("create account 0"));
            chain.fund(account, BaseUnits.of(SOL));
            for (int step = RECORDED_AS_SENT; step <= SENT; step++) {
                SubmitterProcess killed = start(schema.url());
                String pay = "pay " + account + " payment-" + step + " ";
                assertEquals(SubmitterMain.STOPPED, killed.ask(pay + step));
                assertEquals("Confirmed", other.ask(pay + 0));
                killed.kill();
                assertEquals("Confirmed", other.ask(pay + 0));
            }
            assertEquals(2 * SubmitterMain.LAMPORTS, lamports(SubmitterMain.SHOP));
            assertEquals("Array()", other.ask("verify"));
        }
    }

    @Test
    @Tag("full")
    void twoProcessesThatPayUnderOneKeyAtOncePayOnce() throws Exception {
        try (TestSchema schema = TestSchema.make()) {
            Array<SubmitterProcess> both = Array.of(start(schema.url()), start(schema.url()));
            Address account = assertCreated(both.head().ask("create account 0"));
            chain.fund(account, BaseUnits.of(SOL));
            for (int payment = 1; payment <= RACES; payment++) {
                for (SubmitterProcess one : both) {
                    one.say("pay " + account + " payment-" + payment + " 0");
                }
                for (SubmitterProcess one : both) {
                    assertEquals("Confirmed", one.answer());
                }
                assertEquals(payment * SubmitterMain.LAMPORTS, lamports(SubmitterMain.SHOP));
            }
            assertEquals("Array()", both.head().ask("verify"));
        }
    }
}
