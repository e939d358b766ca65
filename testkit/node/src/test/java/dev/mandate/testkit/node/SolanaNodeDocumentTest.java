package dev.mandate.testkit.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.testkit.node.faults.WireFault;
import dev.mandate.testkit.node.methods.NodeLedger;
import dev.mandate.testkit.node.methods.NodeView;
import dev.mandate.testkit.node.methods.RpcMethods;
import dev.mandate.testkit.node.methods.RpcSubscriptions;
import io.vavr.collection.Array;
import io.vavr.collection.TreeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page lists the methods and the faults that the node has. */
class SolanaNodeDocumentTest {

    private static final Path PAGE = Path.of("../../docs/solana-node.md");
    private static final Pattern NAME = Pattern.compile("`([A-Za-z_]+)`");

    /** Returns the names in the first column of the table under {@code heading}. */
    private static TreeSet<String> listed(String heading) throws IOException {
        return TreeSet.ofAll(Array.ofAll(Files.readAllLines(PAGE))
                .dropUntil(("## " + heading)::equals)
                .dropUntil(line -> line.startsWith("|---"))
                .tail()
                .takeWhile(line -> line.startsWith("|"))
                .map(row -> row.split("\\|", -1)[1])
                .flatMap(names -> Array.ofAll(NAME.matcher(names).results().map(found -> found.group(1)))));
    }

    @Test
    void everyMethodAndSubscriptionIsListed() throws IOException {
        RpcMethods methods = new RpcMethods(new NodeView(NodeLedger.of(new SimulatedChain(new UnixTime(1_760_000_000)))));

        assertEquals(TreeSet.ofAll(methods.names()).addAll(RpcSubscriptions.names()), listed("Methods"));
    }

    @Test
    void everyFaultIsListed() throws IOException {
        assertEquals(TreeSet.ofAll(Array.of(WireFault.values()).map(WireFault::name)), listed("Faults by a seed"));
    }
}
