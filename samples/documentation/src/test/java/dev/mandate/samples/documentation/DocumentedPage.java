package dev.mandate.samples.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of README or docs, and its blocks of code as one source. */
record DocumentedPage(Path file, String text) {

    static final Path ROOT = Path.of("../..");

    /** A block that declares types; every other one is statements. */
    private static final Pattern TYPES = Pattern.compile("(?m)^(@\\w|(public |abstract |final |static )*(class|record|interface|enum) )");

    static List<DocumentedPage> all() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve), docs.filter(file -> file.toString().endsWith(".md")))
                    .sorted()
                    .map(DocumentedPage::read)
                    .toList();
        }
    }

    static DocumentedPage read(Path file) {
        try {
            return new DocumentedPage(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return file.getFileName().toString().replace(".md", "").replace('-', '_');
    }

    List<String> blocks(String language) {
        return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```").matcher(text).results().map(found -> found.group(1)).toList();
    }

    /** All its Java: types are nested, statements follow each other in one method. What a page takes for granted is in {@code preludes}. */
    String java(TypeIndex types) throws IOException {
        Path prelude = Path.of("src/test/preludes", name() + ".java");
        String given = Files.exists(prelude) ? Files.readString(prelude) : "";
        List<String> blocks = blocks("java");
        String declared = blocks.stream().filter(block -> TYPES.matcher(block).find()).collect(Collectors.joining("\n"));
        String statements = blocks.stream()
                .filter(block -> !TYPES.matcher(block).find())
                .map(block -> "{\n" + block + "}\n")
                .collect(Collectors.joining("\n"));
        return types.imports(given + declared + statements, ";")
                + "import java.util.*;\nimport java.util.concurrent.*;\nimport net.jqwik.api.*;\n"
                + "import static org.junit.jupiter.api.Assertions.*;\n"
                + "class Page_" + name() + " {\n" + given + "\n" + declared + "\nvoid statements() throws Throwable {\n" + statements + "}\n}\n";
    }

    /** All its Kotlin, in a function. */
    String kotlin(TypeIndex types) {
        String statements = String.join("\n", blocks("kotlin"));
        return types.imports(statements + " Path", "") + "fun statements(folder: Path) {\n" + statements + "}\n";
    }
}
