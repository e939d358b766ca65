package dev.mandate.adapters.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import io.vavr.collection.TreeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on nodes lists what the check asks nodes for, and nothing else. */
class NodeMethodsDocumentedTest {

    private static final Path PAGE = Path.of("../docs/server.md");

    private static final Pattern METHOD = Pattern.compile("`([a-zA-Z]+)`(?! 1)");

    /** Listed without the check: the genesis hash comes before it, and notices beside it. */
    private static final Array<String> BESIDE = Array.of("getGenesisHash", "signatureSubscribe");

    @Test
    void eachMethodThatIsAskedForIsListed() throws IOException {
        Array<String> rows = Array.ofAll(Files.readString(PAGE).lines().toList())
                .dropUntil(line -> line.equals("### Nodes: methods"))
                .dropUntil(line -> line.startsWith("|---"))
                .tail()
                .takeWhile(line -> line.startsWith("|"));

        Array<String> listed = rows.flatMap(row -> Array.ofAll(METHOD.matcher(row.split("\\|", -1)[1]).results().map(found -> found.group(1))));
        Array<String> asked = NodeCheck.names().reject("batch"::equals).map(name -> name.replaceFirst(" of .*", ""));

        assertEquals(TreeSet.ofAll(asked.appendAll(BESIDE)), TreeSet.ofAll(listed));
        assertEquals(1, rows.count(row -> row.contains("batches of calls")));
    }
}
