package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What each published artifact puts on a host's class path, as Maven resolves it from the poms ({@code target/class-path.txt} of each
 * module). Optional dependencies are left out: a host asks for them.
 */
class ArtifactClassPathTest {

    private static final Path ROOT = Path.of("..");
    private static final Path LIST = ROOT.resolve("docs/class-paths.txt");
    private static final Pattern LINE = Pattern.compile("([|+\\\\ -]*)([^:]+:[^:]+):\\S+(.*)");

    /** Rewrite the list: {@code ./mvnw test -Dtest=ArtifactClassPathTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    @Test
    void classPathsOfArtifactsEqualTheList() throws IOException {
        TreeMap<String, Set<String>> brought = new TreeMap<>();
        for (Path tree : trees()) {
            List<String> lines = Files.readAllLines(tree);
            brought.put(artifact(lines.getFirst()), broughtBy(lines.subList(1, lines.size())));
        }
        List<String> text = new ArrayList<>();
        brought.forEach((artifact, all) -> {
            text.add(artifact);
            all.forEach(one -> text.add("    " + one));
        });
        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.write(LIST, text);
        }
        assertEquals(String.join("\n", Files.readAllLines(LIST)), String.join("\n", text));
    }

    @Test
    void onlyAdaptersAndWhatPlaysANodeOrAClientBringServersDatabasesAndJsonLibraries() throws IOException {
        TreeSet<String> holders = new TreeSet<>();
        String artifact = "";
        for (String line : Files.readAllLines(LIST)) {
            artifact = line.startsWith(" ") ? artifact : line;
            Matcher heavy = Pattern.compile("    .*(jetty|picocli|sqlite|postgresql|jackson|awssdk|junit|jqwik).*").matcher(line);
            if (heavy.matches()) {
                holders.add(artifact.substring("dev.mandate:mandate-".length()) + " " + heavy.group(1));
            }
        }
        assertEquals(
                "[adapters-http jackson, adapters-http-jetty jackson, adapters-http-jetty jetty, adapters-kms jackson, adapters-rpc jackson, conformance jackson,"
                        + " solana-node jackson]",
                holders.toString());
    }

    /** Two jars with one name could not be on one module path. Maven Central wants a name and a description. */
    @Test
    void eachArtifactIsNamedAndItsModuleIsItsPackage() throws IOException {
        for (Path tree : trees()) {
            Path module = tree.resolveSibling("..").normalize();
            String pom = Files.readString(module.resolve("pom.xml"));
            assertTrue(pom.contains("  <name>mandate-") && pom.contains("  <description>"), module::toString);
            Matcher named = Pattern.compile("<module.name>([a-z0-9.]+)</module.name>").matcher(pom);
            assertTrue(named.find(), () -> module + " has no module.name");
            assertTrue(
                    Files.isDirectory(module.resolve("src/main/java").resolve(named.group(1).replace('.', '/'))),
                    () -> module + " has no package " + named.group(1));
        }
    }

    /** The trees of the modules that are published. */
    private static List<Path> trees() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 4)) {
            return files.filter(file -> file.endsWith("target/class-path.txt"))
                    .filter(file -> isPublished(file.resolveSibling("../pom.xml")))
                    .toList();
        }
    }

    private static boolean isPublished(Path pom) {
        try {
            String text = Files.readString(pom);
            return !text.contains("<packaging>pom") && !text.contains("<maven.deploy.skip>true");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The artifacts of a tree, without optional ones and what hangs on them. */
    private static Set<String> broughtBy(List<String> tree) {
        Set<String> found = new TreeSet<>();
        Deque<Integer> optional = new ArrayDeque<>();
        for (String line : tree) {
            Matcher parts = LINE.matcher(line);
            assertTrue(parts.matches(), line);
            int depth = parts.group(1).length();
            while (!optional.isEmpty() && optional.peek() >= depth) {
                optional.pop();
            }
            if (parts.group(3).contains("(optional)")) {
                optional.push(depth);
            }
            if (optional.isEmpty()) {
                found.add(parts.group(2));
            }
        }
        return found;
    }

    private static String artifact(String line) {
        Matcher parts = LINE.matcher(line);
        assertTrue(parts.matches(), line);
        return parts.group(2);
    }
}
