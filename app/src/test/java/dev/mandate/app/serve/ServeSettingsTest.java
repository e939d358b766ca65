package dev.mandate.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeSettingsTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void areTheDefaultsWhereNobodySaysAnything() {
        ServeSettings settings = settings(HashMap.empty()).get();

        assertEquals("127.0.0.1", settings.host());
        assertEquals(8_080, settings.port());
        assertEquals(Environment.SANDBOX, settings.environment());
        assertEquals(ServeSettings.ChainKind.NONE, settings.chain());
    }

    @Test
    void goByTheFlagThenTheEnvironmentThenTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("mandate.properties"), "http-port=1\nenvironment=production\n");
        Map<String, String> environment = HashMap.of("MANDATE_HTTP_PORT", "2", "PATH", "/bin");

        SettingValues all = SettingValues.of(HashMap.of(Setting.HTTP_PORT, "3"), environment, Option.some(file));
        SettingValues noFlag = SettingValues.of(HashMap.empty(), environment, Option.some(file));
        SettingValues fileAlone = SettingValues.of(HashMap.empty(), HashMap.empty(), Option.some(file));

        assertEquals("3", all.of(Setting.HTTP_PORT));
        assertEquals("2", noFlag.of(Setting.HTTP_PORT));
        assertEquals("1", fileAlone.of(Setting.HTTP_PORT));
        assertEquals("production", all.of(Setting.ENVIRONMENT));
    }

    @Test
    void nameOriginsAsBrowsersSpellThem() {
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

    @Test
    void refuseWhatIsNoSetting() throws IOException {
        Path file = Files.writeString(folder.resolve("mandate.properties"), "http-prot=1\n");

        Array<String> problems = SettingValues.of(
                        HashMap.empty(), HashMap.of("MANDATE_PROT", "2", "MANDATE_TEST_POSTGRES", "x"), Option.some(file))
                .problems();

        assertEquals(2, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("MANDATE_PROT"));
        assertTrue(problems.get(1).contains("http-prot"));
    }

    /** A Service named mandate, or mandate-db, is told of to every container beside it. */
    @Test
    void passOverWhatKubernetesSaysOfServices() {
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

        assertEquals(Array.empty(), SettingValues.of(HashMap.empty(), links, Option.none()).problems());
        assertEquals(
                Array.of("the environment variable MANDATE_PORT is no setting"),
                SettingValues.of(HashMap.empty(), HashMap.of("MANDATE_PORT", "8080"), Option.none()).problems());
    }

    @Test
    void tellEverythingThatIsWrongAtOnceAndNoSecret() {
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
    void tellWhatIsWrongWithTheFileBesideWhatIsWrongWithValues() throws IOException {
        Path file = Files.writeString(
                folder.resolve("mandate.properties"), "http-prot=1\nstore=foo\nchain=rpc\nhttp-port=x\nchain = simulated\n");

        Array<String> problems = ServeSettings.of(SettingValues.of(
                        HashMap.of(Setting.KMS, "pkcs11:foo"), HashMap.of("MANDATE_PROT", "2"), Option.some(file)))
                .getLeft();

        assertEquals(
                Array.of(
                        "the environment variable MANDATE_PROT is no setting",
                        "in " + file + " http-prot is no setting",
                        "in " + file + " chain is said more than once",
                        "--http-port must be a whole number from 0 to 65535",
                        "--store must be sqlite or jdbc:postgresql://HOST:PORT/DATABASE?user=...",
                        "--kms must be file, the only place for keys in this version"),
                problems);
    }

    @Test
    void areReadAsFarAsTheyGoWhereTheFileIsNone() {
        Array<String> problems = ServeSettings.of(SettingValues.of(
                        HashMap.of(Setting.PROGRAM, "squadsv3"), HashMap.empty(), Option.some(folder.resolve("nowhere"))))
                .getLeft();

        assertEquals(
                Array.of(
                        "--config " + folder.resolve("nowhere") + ": there is no such file or folder",
                        "--program must be squadsv4, the only program"),
                problems);
    }

    @Test
    void believeProxiesByTheirAddressesAlone() {
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
    void nameOnePlaceForTheJournalThatCanBeRead() {
        assertTrue(settings(HashMap.empty()).get().postgres().isEmpty());
        assertTrue(settings(HashMap.of(Setting.STORE, "jdbc:postgresql://db/mandate?user=u")).get().postgres().isDefined());
        assertRefused(Setting.STORE, "postgres://u:hunter2@db/mandate");
        assertRefused(Setting.STORE, "jdbc:postgresql://db/mandate?sslmod=require");
        assertRefused(Setting.DATA_DIR, "");
        assertRefused(Setting.HTTP_HOST, "");
    }

    @Test
    void letASimulatedClockStand() {
        assertEquals(
                new ServeSettings.SimulatedClock.Standing(new UnixTime(1_767_225_600)),
                settings(HashMap.of(Setting.SIMULATED_CLOCK, "2026-01-01T00:00:00Z")).get().simulatedClock());
        assertEquals(
                new ServeSettings.SimulatedClock.LikeTheMachine(),
                settings(HashMap.empty()).get().simulatedClock());
        assertRefused(Setting.SIMULATED_CLOCK, "tomorrow");
    }

    @Test
    void keepProductionFromWhatIsForTheSandbox() {
        assertRefused(Setting.CHAIN, "simulated");
        assertRefused(Setting.BOOTSTRAP_API_KEY, "a-long-enough-key");
        assertRefused(Setting.HTTP_HOST, "0.0.0.0");
        assertTrue(settings(HashMap.of(
                        Setting.ENVIRONMENT, "production",
                        Setting.HTTP_HOST, "0.0.0.0",
                        Setting.BEHIND_TLS_PROXY, "true"))
                .isRight());
    }

    @Test
    void arePrintedWithoutSecrets() {
        String printed = SettingValues.of(
                        HashMap.of(
                                Setting.BOOTSTRAP_API_KEY, "a-long-enough-key",
                                Setting.STORE, "jdbc:postgresql://db/mandate?user=u&password=hunter2"),
                        HashMap.empty(),
                        Option.none())
                .print();

        assertFalse(printed.contains("a-long-enough-key"), printed);
        assertFalse(printed.contains("hunter2"), printed);
        assertTrue(printed.contains("store=jdbc:postgresql://db/mandate?(redacted)"), printed);
        assertEquals(Setting.values().length, printed.lines().count());
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
            String printed = printed(Setting.STORE, store);
            assertFalse(printed.contains("hunter2"), printed);
            assertTrue(printed.contains("store=(redacted)"), printed);
        }
        assertFalse(printed(Setting.KMS, "pkcs11:token=x?pin-value=hunter2").contains("hunter2"));
    }

    @Test
    void aStoreIsPrintedAsFarAsThereIsNoRoomForASecret() {
        for (String store : Array.of(
                "sqlite", "jdbc:postgresql://db/mandate", "jdbc:postgresql://db1.local:5432,db-2:5433/mandate")) {
            assertTrue(printed(Setting.STORE, store).contains("store=" + store + "\n"), store);
        }
        assertTrue(printed(Setting.KMS, "file").contains("kms=file\n"));
    }

    private static String printed(Setting setting, String value) {
        return SettingValues.of(HashMap.of(setting, value), HashMap.empty(), Option.none()).print();
    }

    private static void assertRefused(Setting setting, String value) {
        Array<String> problems =
                settings(HashMap.of(Setting.ENVIRONMENT, "production", setting, value)).getLeft();
        assertTrue(problems.head().startsWith(setting.flag()), problems::toString);
        assertFalse(problems.mkString().contains("hunter2"), "a problem repeats a password");
    }

    private static Either<Array<String>, ServeSettings> settings(Map<Setting, String> flags) {
        return ServeSettings.of(SettingValues.of(flags, HashMap.empty(), Option.none()));
    }
}
