package dev.mandate.samples.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every block of Java and Kotlin in README and docs compiles. */
class DocumentedCodeTest {

    /** Without folders that a module without sources does not have: Kotlin's compiler warns of them. */
    private static final String CLASS_PATH = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> Files.exists(Path.of(entry)))
            .collect(Collectors.joining(File.pathSeparator));

    @Test
    void javaCompiles(@TempDir Path out) throws IOException {
        TypeIndex types = TypeIndex.ofClassPath();
        List<JavaFileObject> sources = new ArrayList<>();
        for (DocumentedPage page : DocumentedPage.all()) {
            if (!page.blocks("java").isEmpty()) {
                sources.add(source("Page_" + page.name(), page.java(types)));
            }
        }
        assertEquals(List.of(), errors(sources, out));
        assertTrue(sources.size() >= 6, () -> "pages with Java: " + sources);
    }

    /** Nullness by JSpecify is strict, and each warning is an error. The code is run, too. */
    @Test
    @Tag("full")
    void kotlinCompilesWithoutAWarningAndRuns(@TempDir Path folder) throws Exception {
        DocumentedPage page = DocumentedPage.read(DocumentedPage.ROOT.resolve("docs/embedding.md"));
        Path source = Files.writeString(folder.resolve("Page.kt"), page.kotlin(TypeIndex.ofClassPath()));
        Path classes = folder.resolve("classes");
        ByteArrayOutputStream said = new ByteArrayOutputStream();

        ExitCode code = new K2JVMCompiler().exec(
                new PrintStream(said, true, StandardCharsets.UTF_8),
                "-Werror", "-Xjspecify-annotations=strict", "-no-stdlib", "-no-reflect", "-jvm-target", "21",
                "-classpath", CLASS_PATH, "-d", classes.toString(), source.toString());

        assertEquals(ExitCode.OK, code, () -> said.toString(StandardCharsets.UTF_8));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Object unused = loader.loadClass("PageKt")
                    .getMethod("statements", Path.class)
                    .invoke(null, Files.createDirectory(folder.resolve("journal")));
        }
    }

    /** Returns what the compiler says against {@code sources}. */
    static List<String> errors(List<JavaFileObject> sources, Path out) {
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        var unused = ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        problems,
                        List.of("--release", "21", "-proc:none", "-d", out.toString(), "-cp", CLASS_PATH),
                        null,
                        sources)
                .call();
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(Objects::toString)
                .toList();
    }

    static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
