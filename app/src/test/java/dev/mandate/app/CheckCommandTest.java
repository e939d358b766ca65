package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mandate check}. */
class CheckCommandTest {

    private final SimulatedChain simulated = new SimulatedChain(new UnixTime(1_760_000_000));
    private final SolanaTestNode first = SolanaTestNode.httpOnly(simulated);
    private final SolanaTestNode second = SolanaTestNode.httpOnly(simulated);
    private final StringWriter out = new StringWriter();

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private int check(String... urls) {
        StringWriter err = new StringWriter();
        int code = Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Array.of(urls).prependAll(Array.of("check", "--rpc-url")).toJavaArray(String[]::new));
        assertFalse((out.toString() + err).contains(SolanaTestNode.SECRET), out::toString);
        return code;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "CdUzCRrGk4W9WtPVkTBUEBAQFmNrWVTnwFBq5GmHWgvS",
        "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
        "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"
    })
    void endsWell(String genesis) {
        first.genesis(genesis);
        assertEquals(0, check(first.providerUrl().toString()));
        assertTrue(out.toString().startsWith("127.0.0.1:" + first.providerUrl().getPort()), out::toString);
        assertTrue(out.toString().contains("  ok         getProgramAccounts"), out::toString);
        assertTrue(out.toString().endsWith("It offers all that is in use." + System.lineSeparator()), out::toString);
    }

    @Test
    void saysWhatIsMissingAndWhatThenDoesNotWork() {
        second.failing(methods -> Option.when(
                methods.contains("getProgramAccounts"),
                new NodeFault.Body("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}")));
        assertEquals(1, check(first.providerUrl().toString(), second.providerUrl().toString()));
        assertTrue(out.toString().contains("  missing    getProgramAccounts  (-32601: Method not found)"), out::toString);
        assertTrue(out.toString().contains("             then: spending limits that were made elsewhere are not found"), out::toString);
    }

    @Test
    void saysThatANodeDoesNotAnswer() {
        first.close();
        assertEquals(1, check(first.providerUrl() + "," + second.providerUrl()));
        assertTrue(out.toString().contains("  no answer  getGenesisHash  (ConnectException)"), out::toString);
        assertTrue(out.toString().contains("It offers all that is in use."), out::toString);
    }

    @Test
    void refusesWhatIsNoUrl() {
        assertEquals(2, check("ftp://host/" + SolanaTestNode.SECRET));
        assertEquals(2, check("http://:80 " + SolanaTestNode.SECRET));
    }
}
