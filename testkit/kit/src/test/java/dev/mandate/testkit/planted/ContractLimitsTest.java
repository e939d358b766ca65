package dev.mandate.testkit.planted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The author of an adapter reads in a contract's javadoc what a passed contract does not show. */
class ContractLimitsTest {

    private static final Path SOURCES = Path.of("src", "main", "java");

    /** A javadoc and the name of the class below it. */
    private static final Pattern DOCUMENTED =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+(?:@\\w+(?:\\([^)]*\\))?\\s+)*(?:public )?abstract class (\\w+)", Pattern.DOTALL);

    private static final Pattern NOT_ASSERTED = Pattern.compile("<p>Not asserted: .+, because .+\\.", Pattern.DOTALL);

    @Test
    void eachContractSaysWhatItDoesNotAssertAndWhy() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            Array<Path> contracts = Array.ofAll(files.filter(file -> file.toString().endsWith("Contract.java")));
            assertTrue(contracts.nonEmpty());
            Array<Path> without = Array.empty();
            for (Path contract : contracts) {
                without = says(Files.readString(contract), name(contract)) ? without : without.append(contract);
            }
            assertEquals(Array.empty(), without);
        }
    }

    private static boolean says(String source, String name) {
        Matcher documented = DOCUMENTED.matcher(source);
        return documented.results()
                .anyMatch(found -> found.group(2).equals(name) && NOT_ASSERTED.matcher(found.group(1)).find());
    }

    private static String name(Path contract) {
        return contract.getFileName().toString().replace(".java", "");
    }
}
