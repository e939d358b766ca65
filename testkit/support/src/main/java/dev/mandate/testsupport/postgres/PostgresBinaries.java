package dev.mandate.testsupport.postgres;

import io.vavr.collection.Array;
import io.vavr.collection.Stream;
import io.vavr.control.Either;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs of a PostgreSQL server on this machine. They refuse to run as root, so they run as another user. */
final class PostgresBinaries {

    private static final int LEAST_VERSION = 15;
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
    /** Example: "postgres (PostgreSQL) 15.18 (Debian ...)". */
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    private final Path folder;

    private PostgresBinaries(Path folder) {
        this.folder = folder;
    }

    /** Finds the programs on the PATH, otherwise the newest in Debian's folder. */
    static Either<PostgresUnavailable, PostgresBinaries> find() {
        String path = Option.of(System.getenv("PATH")).getOrElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(part -> !part.isEmpty())
                .map(Path::of)
                .appendAll(debian())
                .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
                .flatMap(folder -> Try.of(() -> folder.resolve("postgres").toRealPath().getParent()))
                .filter(folder -> version(folder) >= LEAST_VERSION)
                .map(PostgresBinaries::new)
                .headOption()
                .toEither(new PostgresUnavailable.BinariesMissing(LEAST_VERSION));
    }

    private static Array<Path> debian() {
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(DEBIAN)) {
            return Array.ofAll(versions).sorted().reverse().map(version -> version.resolve("bin"));
        } catch (IOException none) {
            return Array.empty();
        }
    }

    private static int version(Path folder) {
        try {
            Process asked = new ProcessBuilder(folder.resolve("postgres").toString(), "--version").start();
            String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher matcher = VERSION.matcher(answer);
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        } catch (IOException notToBeRun) {
            return 0;
        }
    }

    /** Returns the command that runs {@code program} with {@code arguments}. */
    Array<String> command(String program, String... arguments) {
        return asUnprivileged().append(folder.resolve(program).toString()).appendAll(Array.of(arguments));
    }

    /** Returns the user that must own the server's files; none if it is the user of this process. */
    static Option<String> owner() {
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        boolean hasPostgres = Try.of(() -> Files.readAllLines(Path.of("/etc/passwd")))
                .map(lines -> lines.stream().anyMatch(line -> line.startsWith("postgres:")))
                .getOrElse(false);
        return Option.when(isRoot, hasPostgres ? "postgres" : "nobody");
    }

    private static Array<String> asUnprivileged() {
        return owner().map(user -> Array.of("runuser", "-u", user, "--")).getOrElse(Array.empty());
    }
}
