package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import io.vavr.collection.Set;
import io.vavr.collection.TreeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files that documents link to exist. */
class DocumentedFilesTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)");
    private static final Pattern SOURCE = Pattern.compile("(?<![>\\w])([A-Z]\\w+\\.java)`");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        Array<String> broken = documents().flatMap(document -> found(LINK, document)
                .reject(link -> Files.exists(document.resolveSibling(link)))
                .map(link -> document + ": " + link));

        assertEquals(Array.empty(), broken);
    }

    @Test
    void everySourceThatIsNamedIsThere() throws IOException {
        Set<String> sources = files(".java").map(file -> file.getFileName().toString()).toSet();
        Set<String> named = TreeSet.ofAll(documents().flatMap(document -> found(SOURCE, document)));

        assertEquals(TreeSet.empty(), named.diff(sources));
    }

    private static Array<String> found(Pattern pattern, Path document) {
        try {
            return Array.ofAll(pattern.matcher(Files.readString(document)).results().map((MatchResult match) -> match.group(1)));
        } catch (IOException e) {
            throw new AssertionError(document.toString(), e);
        }
    }

    private static Array<Path> documents() throws IOException {
        return files(".md");
    }

    private static Array<Path> files(String suffix) throws IOException {
        try (Stream<Path> all = Files.find(ROOT, 20, (file, attributes) -> file.toString().endsWith(suffix))) {
            return Array.ofAll(all.filter(file -> !file.toString().matches(".*/(node_modules|target|\\.git)/.*")));
        }
    }
}
