package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.kms.aws.KmsLocation;
import dev.mandate.adapters.kms.pkcs11.TokenUri;
import dev.mandate.adapters.mail.MailSettings;
import dev.mandate.app.serve.ServeSettings.Metrics;
import dev.mandate.app.serve.ServeSettings.RelyingParty;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeSettingsTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void missingSettingsHaveTheirDefaults() {
        ServeSettings settings = settings(HashMap.empty()).get();

        assertEquals("127.0.0.1", settings.host());
        assertEquals(8_080, settings.port());
        assertEquals(Environment.SANDBOX, settings.environment());
        assertEquals(ServeSettings.ChainKind.RPC, settings.chain());
    }

    @Test
    void theFlagPrecedesTheEnvironmentAndTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("mandate.properties"), "http-port=1\nlog-format=json\n");
        Map<String, String> environment = HashMap.of("MANDATE_HTTP_PORT", "2", "PATH", "/bin");

        Shown all = serve(environment, "--http-port", "3", "--config", file.toString());
        Shown noFlag = serve(environment, "--config", file.toString());
        Shown fileAlone = serve(HashMap.empty(), "--config", file.toString());

        assertEquals("http-port=3", all.line("http-port"));
        assertEquals("http-port=2", noFlag.line("http-port"));
        assertEquals("http-port=1", fileAlone.line("http-port"));
        assertEquals("log-format=json", all.line("log-format"));
        assertEquals("environment=sandbox", all.line("environment"));
    }

    @Test
    void valuesAreNotInterpolated() {
        assertEquals(
                "data-dir=a ${env:PATH} $$ \"b\"",
                serve(HashMap.of("MANDATE_DATA_DIR", "a ${env:PATH} $$ \"b\"")).line("data-dir"));
    }

    @Test
    void originsHaveTheFormatOfBrowsers() {
        String listed = "https://app.example.com, http://localhost:3000,http://[::1]:8080";

        assertEquals(
                HashSet.of("https://app.example.com", "http://localhost:3000", "http://[::1]:8080"),
                settings(HashMap.of(Setting.CORS_ORIGINS, listed)).get().corsOrigins());
        assertEquals(HashSet.empty(), settings(HashMap.empty()).get().corsOrigins());
        for (String wrong : Array.of(
                "*", "null", "app.example.com", "https://app.example.com/", "HTTPS://app.example.com", "https://a:443", "http://a:80")) {
            assertTrue(settings(HashMap.of(Setting.CORS_ORIGINS, wrong)).isLeft(), wrong);
        }
    }

    /** Kubernetes sets variables for a Service named mandate or mandate-db in every container beside it. */
    @Test
    void variablesOfKubernetesServicesAreIgnored() {
        Map<String, String> links = HashMap.of(
                "MANDATE_SERVICE_HOST", "10.0.0.7",
                "MANDATE_SERVICE_PORT", "8080",
                "MANDATE_SERVICE_PORT_HTTP", "8080",
                "MANDATE_PORT", "tcp://10.0.0.7:8080",
                "MANDATE_PORT_8080_TCP", "tcp://10.0.0.7:8080",
                "MANDATE_PORT_8080_TCP_PROTO", "tcp",
                "MANDATE_PORT_8080_TCP_ADDR", "10.0.0.7",
                "MANDATE_DB_SERVICE_HOST", "10.0.0.8",
                "MANDATE_DB_PORT", "tcp://10.0.0.8:5432");

        assertEquals(Array.empty(), serve(links).err());
        assertEquals(
                Array.of("mandate serve: the environment variable MANDATE_PORT is no setting"),
                serve(HashMap.of("MANDATE_PORT", "8080")).err());
    }

    @Test
    void allMalformedValuesAreReportedAndNoSecret() {
        Array<String> problems = settings(HashMap.of(
                        Setting.HTTP_PORT, "abc",
                        Setting.CHAIN, "bitcoin",
                        Setting.BOOTSTRAP_API_KEY, "short",
                        Setting.FEE_PAYER, "nobody",
                        Setting.CREATION_BUDGET_LAMPORTS, "-1"))
                .getLeft();

        assertEquals(5, problems.size(), problems::toString);
        assertFalse(problems.mkString().contains("short"), "a problem repeats the bootstrap key");
    }

    @Test
    void theProblemsOfAllSourcesAreReportedAtOnce() throws IOException {
        Path file = Files.writeString(
                folder.resolve("mandate.properties"), "http-prot=1\nstore=foo\nchain=rpc\nhttp-port=x\nchain = simulated\n");

        Shown refused = serve(
                HashMap.of("MANDATE_PROT", "2", "MANDATE_TEST_POSTGRES", "x"),
                "--nope", "secret1", "--nopes=secret2", "secret3", "--kms", "pkcs11:foo", "--config", file.toString());

        assertEquals(2, refused.exit());
        assertEquals(
                Array.of(
                                "the flag --nope is no setting",
                                "the flag --nopes is no setting",
                                "an argument belongs to no flag",
                                "the environment variable MANDATE_PROT is no setting",
                                "in " + file + " http-prot is no setting",
                                "in " + file + " chain is said more than once",
                                "--http-port must be a whole number from 0 to 65535",
                                "--store must be sqlite or jdbc:postgresql://HOST:PORT/DATABASE?user=...",
                                "--kms must be pkcs11:token=LABEL?module-path=/LIBRARY&pin-source=file:/PIN-FILE")
                        .map("mandate serve: "::concat),
                refused.err());
    }

    @Test
    void aMissingFileIsReportedWithAllOtherProblems() {
        Path nowhere = folder.resolve("nowhere");

        assertEquals(
                Array.of(
                        "mandate serve: --config " + nowhere + ": there is no such file or folder",
                        "mandate serve: --program must be squadsv4, the only program"),
                serve(HashMap.empty(), "--program", "squadsv3", "--config", nowhere.toString()).err());
    }

    @Test
    void proxiesAreNamedByIpAddress() {
        assertEquals(
                HashSet.of("10.0.0.1", "0:0:0:0:0:0:0:1"),
                settings(HashMap.of(Setting.TRUSTED_PROXIES, "10.0.0.1, ::1")).get().trustedProxies());
        assertRefused(Setting.TRUSTED_PROXIES, "qq");
        assertRefused(Setting.TRUSTED_PROXIES, "localhost");
        assertRefused(Setting.TRUSTED_PROXIES, "10.0.0.0/8");
        assertRefused(Setting.TRUSTED_PROXIES, "10.0.0.256");
        assertRefused(Setting.TRUSTED_PROXIES, "10.0.1");
        assertRefused(Setting.TRUSTED_PROXIES, "::1, 1:2");
    }

    @Test
    void theStoreIsSqliteOrPostgresql() {
        assertTrue(settings(HashMap.empty()).get().postgres().isEmpty());
        assertTrue(settings(HashMap.of(Setting.STORE, "jdbc:postgresql://db/mandate?user=u")).get().postgres().isDefined());
        assertRefused(Setting.STORE, "postgres://u:hunter2@db/mandate");
        assertRefused(Setting.STORE, "jdbc:postgresql://db/mandate?sslmod=require");
        assertRefused(Setting.DATA_DIR, "");
        assertRefused(Setting.HTTP_HOST, "");
    }

    @Test
    void aSimulatedClockMayStand() {
        assertEquals(
                new ServeSettings.SimulatedClock.Standing(new UnixTime(1_767_225_600)),
                settings(HashMap.of(Setting.SIMULATED_CLOCK, "2026-01-01T00:00:00Z")).get().simulatedClock());
        assertEquals(
                new ServeSettings.SimulatedClock.LikeTheMachine(),
                settings(HashMap.empty()).get().simulatedClock());
        assertRefused(Setting.SIMULATED_CLOCK, "tomorrow");
    }

    @Test
    void twoNodesHaveToAgreeWhereThereAreTwo() {
        assertEquals(2, agreement("https://one.example,https://two.example", HashMap.empty()));
        assertEquals(2, agreement("https://one.example,https://two.example,https://three.example", HashMap.empty()));
        assertEquals(3, agreement(
                "https://one.example,https://two.example,https://three.example", HashMap.of(Setting.RPC_AGREEMENT, "3")));
        assertEquals(1, agreement("https://one.example,https://two.example", HashMap.of(Setting.RPC_AGREEMENT, "1")));
        assertEquals(1, agreement("https://one.example", HashMap.empty()));
        assertEquals(1, agreement("https://one.example/first,https://one.example/second", HashMap.empty()));
        assertEquals(
                Array.of("--rpc-agreement is more than the one node of --rpc-url-devnet (URLs of one host and port are one node)"),
                settings(HashMap.of(
                                Setting.RPC_URL_DEVNET, "https://one.example/first,https://one.example/second", Setting.RPC_AGREEMENT, "2"))
                        .getLeft());
        assertRefused(Setting.RPC_AGREEMENT, "0");
    }

    private static int agreement(String urls, HashMap<Setting, String> others) {
        return settings(others.put(Setting.RPC_URL_DEVNET, urls)).get().nodes().get(Network.DEVNET).get().agreement();
    }

    @Test
    void urlsOfNodesKeepTheirOrder() {
        assertEquals(
                LinkedHashMap.of(Network.DEVNET, Array.of(URI.create("https://one.example/key?a=b"), URI.create("http://127.0.0.1:8899"))),
                settings(HashMap.of(Setting.RPC_URL_DEVNET, "https://one.example/key?a=b, http://127.0.0.1:8899")).get().nodes().mapValues(ServeSettings.Nodes::urls));
        for (String malformed : Array.of("node.example", "ftp://node.example", "https://", "https://user:hunter2@node.example", "https://a b")) {
            assertRefused(Setting.RPC_URL_MAINNET, malformed);
        }
        assertEquals(
                Array.of("--rpc-url-devnet is for --chain rpc"),
                settings(HashMap.of(Setting.CHAIN, "simulated", Setting.RPC_URL_DEVNET, "https://node.example")).getLeft());
    }

    @Test
    void mailGoesToAServerAFolderOrTheLog() {
        assertEquals(Option.none(), settings(HashMap.empty()).get().mail());
        assertEquals(MailSettings.parse("file:mails"), settings(HashMap.of(Setting.MAIL, "file:mails")).get().mail());
        assertEquals(MailSettings.parse("log"), settings(HashMap.of(Setting.MAIL, "log")).get().mail());
        assertRefused(Setting.MAIL, "smtp://u:hunter2@mail.example.org");
    }

    @Test
    void keysAreInFilesATokenOrKms() {
        assertEquals(new KeyStorage.SealedFiles(Path.of("data", "vault"), Option.some(Path.of("passphrase"))), settings(HashMap.empty()).get().keys());
        assertEquals(
                new KeyStorage.SealedFiles(Path.of("data", "vault"), Option.none()),
                ServeSettings.of(HashMap.of(Setting.CHAIN, "simulated")).get().keys());
        assertEquals(
                new KeyStorage.AwsKms(new KmsLocation("eu-central-1", Option.none())),
                ServeSettings.of(HashMap.of(Setting.KMS, "aws-kms:eu-central-1")).get().keys());
        String token = "pkcs11:token=mandate?module-path=/hsm.so&pin-source=file:/pin";
        assertEquals(
                new KeyStorage.Pkcs11Token(TokenUri.parse(token).get()),
                ServeSettings.of(HashMap.of(Setting.KMS, token)).get().keys());
        assertEquals(
                new KeyStorage.SealedFiles(Path.of("/shared"), Option.none()),
                ServeSettings.of(HashMap.of(Setting.CHAIN, "simulated", Setting.VAULT_DIR, "/shared")).get().keys());
        for (String malformed : Array.of("vault", "aws-kms:", "pkcs11:token=mandate")) {
            assertRefused(Setting.KMS, malformed);
        }
    }

    @Test
    void onlySealedFilesTakeAPassphraseAndAFolder() {
        assertEquals(
                Array.of("--vault-dir is for --kms file"),
                ServeSettings.of(HashMap.of(Setting.KMS, "aws-kms:eu-central-1", Setting.VAULT_DIR, "/shared")).getLeft());
        assertEquals(
                Array.of("--vault-passphrase-file is needed: a file of one line that only its owner can read"),
                ServeSettings.of(HashMap.empty()).getLeft());
        assertEquals(
                Array.of("--vault-passphrase-file is for --kms file"),
                settings(HashMap.of(Setting.KMS, "aws-kms:eu-central-1")).getLeft());
    }

    @Test
    void originsOfPasskeysBelongToTheRelyingParty() {
        assertEquals(Option.none(), settings(HashMap.empty()).get().relyingParty());
        assertEquals(
                Option.some(new RelyingParty("example.com", HashSet.of("https://example.com", "https://app.example.com:8443"))),
                passkeys("example.com", "https://example.com, https://app.example.com:8443").get().relyingParty());
        assertTrue(passkeys("localhost", "http://localhost:3000").isRight());
        assertTrue(passkeys("example.com", "https://example.com,android:apk-key-hash:" + "a-_9".repeat(10) + "abc").isRight());
        assertTrue(passkeys("example.com", "android:apk-key-hash:tooShort").isLeft());
        for (String foreign : Array.of("", "https://other.com", "https://badexample.com", "http://example.com", "https://example.com/")) {
            assertTrue(passkeys("example.com", foreign).isLeft(), foreign);
        }
        for (String malformed : Array.of("", "https://example.com", "Example.com", "com", "127.0.0.1", "a..b")) {
            assertTrue(passkeys(malformed, "https://example.com").isLeft(), malformed);
        }
    }

    private static Either<Array<String>, ServeSettings> passkeys(String domain, String origins) {
        return settings(HashMap.of(Setting.PASSKEY_RP_ID, domain, Setting.PASSKEY_ORIGINS, origins));
    }

    @Test
    void productionRefusesSettingsOfTheSandbox() {
        assertRefused(Setting.CHAIN, "simulated");
        assertRefused(Setting.BOOTSTRAP_API_KEY, "a-long-enough-key");
        assertRefused(Setting.HTTP_HOST, "0.0.0.0");
        assertRefused(Setting.MAIL, "log");
        assertTrue(settings(HashMap.of(
                        Setting.ENVIRONMENT, "production",
                        Setting.RPC_URL_MAINNET, "https://node.example",
                        Setting.HTTP_HOST, "0.0.0.0",
                        Setting.BEHIND_TLS_PROXY, "true"))
                .isRight());
    }

    @Test
    void printedSettingsHoldNoSecret() {
        Shown printed = serve(HashMap.of(
                "MANDATE_BOOTSTRAP_API_KEY", "a-long-enough-key",
                "MANDATE_MAIL", "smtp://u:hunter2@localhost:25",
                "MANDATE_RPC_URL_DEVNET", "https://node.example/hunter2",
                "MANDATE_STORE", "jdbc:postgresql://db/mandate?user=u&password=hunter2"));

        assertEquals("bootstrap-api-key=(redacted)", printed.line("bootstrap-api-key"));
        assertEquals("mail=(redacted)", printed.line("mail"));
        assertEquals("rpc-url-devnet=(redacted)", printed.line("rpc-url-devnet"));
        assertEquals("store=jdbc:postgresql://db/mandate?(redacted)", printed.line("store"));
        assertEquals(Setting.values().length, printed.out().size());
    }

    @Test
    void noSpellingOfAStoreOrKeyHolderPrintsASecret() {
        for (String store : Array.of(
                "jdbc:postgresql://u:hunter2@db/mandate",
                "jdbc:postgresql://u:hunter2@db:5432/mandate?sslmode=require",
                "jdbc:postgresql://hunter2@db/mandate",
                "jdbc:postgresql://db/mandate;password=hunter2",
                "jdbc:postgresql://db/mandate&password=hunter2",
                "jdbc:postgresql://db:hunter2/mandate",
                "JDBC:POSTGRESQL://u:hunter2@db/mandate",
                "postgres://u:hunter2@db/mandate",
                "host=db password=hunter2")) {
            assertFalse(serve(HashMap.empty(), "--store", store).toString().contains("hunter2"), store);
        }
        assertFalse(serve(HashMap.empty(), "--kms", "pkcs11:token=x?pin-value=hunter2").toString().contains("hunter2"));
    }

    @Test
    void aStoreWithoutSecretsIsPrinted() {
        for (String store : Array.of(
                "sqlite", "jdbc:postgresql://db/mandate", "jdbc:postgresql://db1.local:5432,db-2:5433/mandate")) {
            assertEquals("store=" + store, serve(HashMap.empty(), "--store", store).line("store"));
        }
    }

    /** The result of {@code mandate serve --print-config} and its lines. */
    private record Shown(int exit, Array<String> out, Array<String> err) {
        String line(String setting) {
            return out.find(line -> line.startsWith(setting + "=")).getOrElse(err::toString);
        }
    }

    private static Shown serve(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = ServeCommand.commandLine("test", environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Array.of(arguments)
                        .prependAll(Array.of("--print-config", "--vault-passphrase-file", "passphrase"))
                        .toJavaArray(String[]::new));
        return new Shown(exit, Array.ofAll(out.toString().lines().toList()), Array.ofAll(err.toString().lines().toList()));
    }

    @Test
    void onlyASandboxOnLoopbackServesMetricsOnTheMainPort() {
        assertEquals(new Metrics.OnMainPort(), metrics(HashMap.empty()));
        assertEquals(new Metrics.Nowhere(), metrics(HashMap.of(Setting.HTTP_HOST, "0.0.0.0")));
        assertEquals(new Metrics.Nowhere(), metrics(HashMap.of(Setting.BEHIND_TLS_PROXY, "true")));
        assertEquals(new Metrics.Nowhere(), metrics(HashMap.of(Setting.ENVIRONMENT, "production")));
        assertEquals(
                new Metrics.OnPort(9_090), metrics(HashMap.of(Setting.ENVIRONMENT, "production", Setting.METRICS_PORT, "9090")));
        assertRefused(Setting.METRICS_PORT, "65536");
        assertRefused(Setting.METRICS_PORT, "-1");
    }

    private static Metrics metrics(Map<Setting, String> values) {
        return settings(values).get().metrics();
    }

    private static void assertRefused(Setting setting, String value) {
        Array<String> problems =
                settings(HashMap.of(Setting.ENVIRONMENT, "production", setting, value)).getLeft();
        assertTrue(problems.head().startsWith(setting.flag()), problems::toString);
        assertFalse(problems.mkString().contains("hunter2"), "a problem repeats a password");
    }

    private static Either<Array<String>, ServeSettings> settings(Map<Setting, String> flags) {
        return ServeSettings.of(flags.merge(HashMap.of(Setting.VAULT_PASSPHRASE_FILE, "passphrase")));
    }
}
