package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.sample.JournalSample;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The package that {@code ./mvnw -Pdist verify} has made for Linux x64, without root. */
@Tag("dist")
class InstalledPackageTest {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path SOURCES = Path.of("src/dist").toAbsolutePath();
    private static final Pattern PORT = Pattern.compile("\"http_port\":(\\d+)");
    private static final int SIGTERM_EXIT = 143;

    @TempDir
    private static Path archive = Path.of("");

    private static String name = "";
    private static Path unpacked = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        try (Stream<Path> files = Files.list(TARGET)) {
            Array<String> archives = Array.ofAll(files.map(file -> file.getFileName().toString())).filter(file -> file.endsWith("-linux-x64.tar.gz"));
            assertEquals(1, archives.length(), archives::toString);
            name = archives.head();
        }
        Process tar = new ProcessBuilder("tar", "--extract", "--file", TARGET.resolve(name).toString())
                .directory(archive.toFile())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        unpacked = archive.resolve(name.replace("-linux-x64.tar.gz", ""));
    }

    /** The cache of classes depends on where the program lies; it is made there. */
    @Test
    void theSameInputMakesTheSameBytes() throws Exception {
        String version = unpacked.getFileName().toString().replaceFirst("mandate-", "");
        Path again = folder.resolve("again");

        ran(
                HashMap.of("TZ", "Asia/Tokyo", "LC_ALL", "tr_TR.UTF-8"),
                "sh", "-c", "umask 077; exec \"$@\"", "sh",
                SOURCES.resolve("package").toString(), version, "2026-11-20T00:00:00Z", TARGET.toString(), again.toString());

        assertEquals(-1, Files.mismatch(TARGET.resolve(name), again.resolve(name)));
        String libraries = name.replace(".tar.gz", ".bom.json");
        assertEquals(-1, Files.mismatch(TARGET.resolve(libraries), again.resolve(libraries)));
    }

    @Test
    void theListOfLibrariesHasEachLibrary() throws Exception {
        String list = Files.readString(TARGET.resolve(name.replace(".tar.gz", ".bom.json")));
        try (Stream<Path> libraries = Files.list(unpacked.resolve("app/lib"))) {
            Array<String> missing = Array.ofAll(libraries.map(file -> file.getFileName().toString().replaceFirst("\\.jar$", "")))
                    .filter(library -> Array.range(1, library.length())
                            .filter(at -> library.charAt(at) == '-')
                            .forAll(at -> !list.contains("/" + library.substring(0, at) + "@" + library.substring(at + 1) + "?")));

            assertEquals(Array.empty(), missing);
        }
    }

    @Test
    void itIsInstalledServesAKeptJournalAndIsRemoved() throws Exception {
        Path root = folder.resolve("root");
        ran(HashMap.of("DESTDIR", root.toString()), unpacked.resolve("install").toString());
        Path home = root.resolve("opt/mandate");
        String mandate = home.resolve("bin/mandate").toString();
        String data = root.resolve("var/lib/mandate").toString();
        Map<String, String> installed = content(home);

        // Java refuses to start if it can't use the cache.
        HashMap<String, String> onlyWithCache = HashMap.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on");
        assertTrue(printed(onlyWithCache, mandate, "version").contains("mandate " + unpacked.getFileName().toString().replaceFirst("mandate-", "")));
        ran(mandate, "demo", "--data-dir", data);
        Process server = process(onlyWithCache, mandate, "serve", "--chain", "simulated", "--http-port", "0", "--data-dir", data)
                .redirectError(folder.resolve("log").toFile())
                .start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8); HttpClient client = HttpClient.newHttpClient()) {
            Matcher ready = PORT.matcher(String.valueOf(out.readLine()));
            assertTrue(ready.find(), () -> read(folder.resolve("log")));
            URI health = URI.create("http://127.0.0.1:" + ready.group(1) + "/health/ready");

            HttpResponse<String> answer = client.send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode(), answer::body);
            ran(mandate, "version");
            ran(mandate, "tenants", "--data-dir", data);

            server.toHandle().destroy();
            assertTrue(server.waitFor(20, TimeUnit.SECONDS));
            assertEquals(SIGTERM_EXIT, server.exitValue());
        } finally {
            var unused = server.destroyForcibly();
        }
        String verified = printed(mandate, "verify-log", "--data-dir", data);
        assertTrue(verified.contains("✓ nothing was edited, removed, inserted or reordered"), verified);
        assertEquals(installed, content(home));

        ran(home.resolve("uninstall").toString());

        assertFalse(Files.exists(home));
        assertEquals(Array.empty(), files(root).reject(file -> file.startsWith(Path.of(data))));
        assertTrue(Files.exists(Path.of(data, "journal.db")));
    }

    @Test
    void changedSettingsOutliveANewInstallationAndARemoval() throws Exception {
        Path root = folder.resolve("root");
        HashMap<String, String> there = HashMap.of("DESTDIR", root.toString());
        // With so few files no command runs, so that the cache is not made.
        String[] install = {"sh", "-c", "ulimit -n 64; exec \"$@\"", "sh", unpacked.resolve("install").toString()};
        String first = printed(there, install);
        assertTrue(first.contains("Mandate works without, and starts slower"), first);
        Path settings = root.resolve("etc/mandate/mandate.properties");
        String changed = Files.readString(settings) + "# mine\n";
        Files.writeString(settings, changed);

        ran(there, install);
        ran(root.resolve("opt/mandate/uninstall").toString());

        assertEquals(changed, Files.readString(settings));
        assertEquals(Array.of(settings), files(root));
    }

    @Test
    void itVerifiesTheNewestSampleOfAJournal() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        var unused = JournalSample.secret(data);
        JournalSample.all().last().restoreInto(data);

        String verified = printed(unpacked.resolve("bin/mandate").toString(), "verify-log", "--data-dir", data.toString());

        assertTrue(verified.contains("MACs         checked with the operator's secret"), verified);
    }

    @Test
    void theSampleOfSettingsIsTakenOnceNodesAreNamed() throws Exception {
        Path settings = folder.resolve("mandate.properties");
        Files.writeString(
                settings, Files.readString(unpacked.resolve("share/mandate.properties")).replace("#rpc-url-mainnet", "rpc-url-mainnet"));

        String shown = printed(unpacked.resolve("bin/mandate").toString(), "serve", "--config", settings.toString(), "--print-config");

        assertTrue(shown.contains("production"), shown);
    }

    @Test
    void systemdTakesTheUnit() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd is not installed");
        Path unit = folder.resolve("mandate.service");
        Files.writeString(
                unit,
                Files.readString(unpacked.resolve("share/mandate.service"))
                        .replace("ExecStart=/opt/mandate/", "ExecStart=" + unpacked + "/"));

        assertEquals("", printed("systemd-analyze", "verify", "--man=no", unit.toString()));
    }

    @Test
    void nginxTakesItsSample() throws Exception {
        needed("nginx");
        needed("openssl");
        ran("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", "privkey.pem", "-out", "fullchain.pem");
        String sample = Files.readString(unpacked.resolve("share/nginx.conf"))
                .replace("/etc/ssl/api.example.com", folder.toString())
                .replace("listen 80;", "listen 127.0.0.1:18080;")
                .replace("listen 443 ", "listen 127.0.0.1:18443 ");
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, "pid " + folder + "/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n" + sample + "}\n");

        ran("nginx", "-t", "-q", "-p", folder.toString(), "-e", folder.resolve("error.log").toString(), "-c", configuration.toString());
    }

    /** Without the program the test is skipped, except in a build that requires everything. */
    private static void needed(String program) {
        boolean missing = Stream.of("/usr/bin", "/usr/sbin").noneMatch(place -> Files.isExecutable(Path.of(place, program)));
        assertTrue(!missing || System.getenv("CI") == null, () -> program + " is not installed");
        Assumptions.assumeFalse(missing, () -> program + " is not installed");
    }

    private void ran(String... command) throws Exception {
        ran(HashMap.empty(), command);
    }

    private void ran(HashMap<String, String> environment, String... command) throws Exception {
        var unused = printed(environment, command);
    }

    private String printed(String... command) throws Exception {
        return printed(HashMap.empty(), command);
    }

    /** What it printed. It must succeed. */
    private String printed(HashMap<String, String> environment, String... command) throws Exception {
        Path output = folder.resolve("output");
        Process process = process(environment, command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        boolean ended = process.waitFor(5, TimeUnit.MINUTES);
        var unused = process.destroyForcibly();
        String text = Files.readString(output);
        assertTrue(ended, text);
        assertEquals(0, process.exitValue(), text);
        return text;
    }

    private ProcessBuilder process(HashMap<String, String> environment, String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
        // The runtime of this test, if it is new enough: otherwise the script finds another one.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        environment.forEach(builder.environment()::put);
        return builder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Array<Path> files(Path folder) {
        try (Stream<Path> all = Files.find(folder, 20, (file, attributes) -> !attributes.isDirectory())) {
            return Array.ofAll(all.sorted());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Size and time of each file. */
    private static Map<String, String> content(Path folder) {
        return TreeMap.ofEntries(files(folder).map(file -> Tuple.of(file.toString(), attributes(file))));
    }

    private static String attributes(Path file) {
        try {
            BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
            return read.size() + " of " + read.lastModifiedTime();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
