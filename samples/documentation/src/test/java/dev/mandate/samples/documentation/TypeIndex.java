package dev.mandate.samples.documentation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of Mandate on the class path by their simple names, which are unique, and a few of libraries that pages use. */
record TypeIndex(Map<String, String> byName) {

    private static final List<String> OTHERS = List.of(
            "com.standardwebhooks.exceptions.WebhookVerificationException",
            "com.sun.net.httpserver.HttpServer",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.URI",
            "java.net.http.HttpClient",
            "java.net.http.HttpRequest",
            "java.net.http.HttpResponse",
            "java.nio.charset.StandardCharsets",
            "java.nio.file.Path",
            "java.security.SecureRandom",
            "java.time.Duration",
            "java.time.InstantSource",
            "java.util.function.Consumer",
            "java.util.function.UnaryOperator",
            "io.micrometer.core.instrument.MeterRegistry",
            "io.vavr.collection.Array",
            "io.vavr.collection.Seq",
            "io.vavr.control.Either",
            "io.vavr.control.Option",
            "org.junit.jupiter.api.Test");

    static TypeIndex ofClassPath() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            for (String name : names(Path.of(entry))) {
                if (name.matches("dev/mandate/(?!samples|app|testsupport).*/[A-Z]\\w*\\.class")) {
                    String type = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    found.put(simple(type), type);
                }
            }
        }
        OTHERS.forEach(type -> found.put(simple(type), type));
        return new TypeIndex(found);
    }

    /** The class files of Mandate in a folder or jar. */
    static List<String> names(Path entry) throws IOException {
        if (Files.isDirectory(entry.resolve("dev/mandate"))) {
            try (Stream<Path> files = Files.walk(entry.resolve("dev/mandate"))) {
                return files.map(file -> entry.relativize(file).toString().replace(File.separatorChar, '/')).toList();
            }
        }
        if (entry.getFileName().toString().matches("mandate-.*\\.jar")) {
            try (JarFile jar = new JarFile(entry.toFile())) {
                return jar.stream().map(file -> file.getName()).toList();
            }
        }
        return List.of();
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** One import for each name in {@code code} that is indexed. */
    String imports(String code, String end) {
        StringBuilder lines = new StringBuilder();
        Pattern.compile("(?<![\\w.])[A-Z]\\w*").matcher(code).results()
                .map(found -> found.group())
                .distinct()
                .filter(byName::containsKey)
                .sorted()
                .forEach(name -> lines.append("import ").append(byName.get(name)).append(end).append('\n'));
        return lines.toString();
    }
}
