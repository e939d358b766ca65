package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./mandate} in its own checkout, with a fake Maven and a fake JDK that record their calls. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {

    /** File timestamps decide which file is newer. The file system's clock may tick only a hundred times a second. */
    private static final String TICK = "sleep 0.05\n";

    private static final String MAVEN =
            """
            #!/bin/sh
            cd "$(dirname "$0")"
            echo built >>builds
            if [ -f broken ]; then
                echo '[ERROR] Nothing.java: cannot find symbol'
                exit 1
            fi
            %1$smkdir -p app/target
            [ -f app/target/mandate.jar ] || touch app/target/mandate.jar
            touch app/target/mandate.built
            %1$s"""
                    .formatted(TICK);

    private static final String JAVA =
            """
            #!/bin/sh
            home=$(dirname "$0")/..
            for option; do
                case $option in
                    -XX:ArchiveClassesAtExit=*)
                        echo archives >>"$home/calls"
                        [ -f "$home/cannot-archive" ] || touch "${option#*=}"
                        %sexit 0
                        ;;
                    -XX:SharedArchiveFile=*) [ -f "${option#*=}" ] && archive=' with its archive' ;;
                esac
                last=$option
            done
            echo "runs $last${archive:-}" >>"$home/calls"
            """
                    .formatted(TICK);

    @TempDir
    private Path folder;

    private Path checkout;
    private Path jdk;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = folder.resolve("a checkout");
        jdk = folder.resolve("a jdk");
        program(checkout.resolve("mandate"), Files.readString(Path.of("../mandate")));
        program(checkout.resolve(".mvn/find-jdk"), Files.readString(Path.of("../.mvn/find-jdk")));
        program(checkout.resolve("app/src/dist/run-java"), Files.readString(Path.of("src/dist/run-java")));
        program(checkout.resolve("mvnw"), MAVEN);
        source("app");
        source("engine");
        source("testkit/simulator");
        program(jdk.resolve("bin/java"), JAVA);
        program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    @Test
    void itBuildsAndLaysOutItsClassesOnce() throws Exception {
        assertEquals(Array.of("archives", "runs version with its archive"), start("version").calls());
        assertEquals(Array.of("runs --help with its archive"), start("--help").calls());
        assertEquals(1, builds());
    }

    /** The jar stays unchanged if only a module changed that it depends on. */
    @Test
    void aSourceChangeTriggersABuildAndANewArchive() throws Exception {
        assertEquals(0, start("version").exit());
        source("engine");

        assertEquals(Array.of("archives", "runs version with its archive"), start("version").calls());
        assertEquals(Array.of("runs version with its archive"), start("version").calls());
        assertEquals(2, builds());

        source("testkit/simulator");

        assertEquals(Array.of("archives", "runs version with its archive"), start("version").calls());
        assertEquals(3, builds());
    }

    /** A build replaces the classes of a server that runs. */
    @Test
    void aSourceThatWasOnlyTouchedTriggersNoBuild() throws Exception {
        Path source = added("engine");
        assertEquals(0, start("version").exit());

        for (int times = 0; times < 2; times++) {
            Thread.sleep(50);
            Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
            Files.delete(added("app"));
            assertEquals(Array.of("runs version with its archive"), start("version").calls());
        }
        assertEquals(1, builds());

        Files.writeString(source, "changed");

        assertEquals(Array.of("archives", "runs version with its archive"), start("version").calls());
        assertEquals(2, builds());
    }

    /** Maven was called by hand. */
    @Test
    void theContentsOfABuildThatItDidNotStartAreKnownToo() throws Exception {
        Path source = added("engine");
        assertEquals(0, start("version").exit());
        source("app");
        assertEquals(0, new ProcessBuilder(checkout.resolve("mvnw").toString()).start().waitFor());
        assertEquals(Array.of("archives", "runs version with its archive"), start("version").calls());

        Thread.sleep(50);
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));

        assertEquals(Array.of("runs version with its archive"), start("version").calls());
        assertEquals(2, builds());
    }

    @Test
    void itRunsWithoutAnArchiveAndTriesToCreateItOncePerBuild() throws Exception {
        Files.createFile(jdk.resolve("cannot-archive"));

        assertEquals(Array.of("archives", "runs version"), start("version").calls());
        assertEquals(Array.of("runs version"), start("version").calls());
        source("app");
        assertEquals(Array.of("archives", "runs version"), start("version").calls());
    }

    @Test
    void aFailedBuildIsReportedAndNothingRuns() throws Exception {
        assertEquals(0, start("version").exit());
        source("engine");
        Files.createFile(checkout.resolve("broken"));

        Started started = start("version");

        assertEquals(1, started.exit());
        assertTrue(started.said().contains("cannot find symbol"), started::said);
        assertEquals(Array.empty(), started.calls());
    }

    @Test
    void itIsTheSameThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a checkout/mandate"));

        assertEquals(Array.of("archives", "runs version with its archive"), start(link, "version").calls());
    }

    /** The result of a start: its exit code, its output, and its calls of the JDK. */
    private record Started(int exit, String said, Array<String> calls) {}

    private Started start(String command) throws Exception {
        return start(checkout.resolve("mandate"), command);
    }

    private Started start(Path launcher, String command) throws Exception {
        int before = calls().size();
        Path said = folder.resolve("said");
        ProcessBuilder builder = new ProcessBuilder(launcher.toString(), command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new Started(process.exitValue(), Files.readString(said), calls().drop(before));
    }

    private Array<String> calls() throws IOException {
        return lines(jdk.resolve("calls"));
    }

    private int builds() throws IOException {
        return lines(checkout.resolve("builds")).size();
    }

    private static Array<String> lines(Path file) throws IOException {
        return Files.exists(file) ? Array.ofAll(Files.readAllLines(file, StandardCharsets.UTF_8)) : Array.empty();
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** Adds a source to {@code module}. */
    private void source(String module) throws IOException {
        var unused = added(module);
    }

    private Path added(String module) throws IOException {
        Path sources = Files.createDirectories(checkout.resolve(module).resolve("src/main/java"));
        return Files.createTempFile(sources, "Source", ".java");
    }
}
