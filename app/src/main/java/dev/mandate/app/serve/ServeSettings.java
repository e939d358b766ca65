package dev.mandate.app.serve;

import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.http.service.ServiceSettings.Grid;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Path;

/**
 * The server's settings, checked.
 *
 * @param postgres where the journal is; none: in SQLite, in the folder of the data
 * @param trustedProxies IP addresses, as Java spells them
 * @param feePayer the address that the operator's key must have
 * @param bootstrapKey an API key that exists from the start
 * @param corsOrigins as browsers spell them
 */
record ServeSettings(
        String host,
        int port,
        Path dataDir,
        Option<PostgresSettings> postgres,
        ChainKind chain,
        SimulatedClock simulatedClock,
        Environment environment,
        Network defaultNetwork,
        Grid grid,
        Set<String> trustedProxies,
        BaseUnits creationBudget,
        int creationsPerKeyPerDay,
        BaseUnits maxPriorityFee,
        int requestsPerKeyPerSecond,
        Option<Address> feePayer,
        Option<String> bootstrapKey,
        Set<String> corsOrigins,
        Exposure exposure,
        Metrics metrics,
        LogFormat logFormat) {

    private static final int SHORTEST_BOOTSTRAP_KEY = 16;

    /** Which chain is spoken to. */
    enum ChainKind {
        /** No node: every network answers that it is not configured. */
        NONE,
        /** In memory: forgets everything with its process. */
        SIMULATED
    }

    /** How the clock of a simulated network goes, until somebody advances it and from then on. */
    sealed interface SimulatedClock {

        /** A second in a second, from the machine's time on. */
        record LikeTheMachine() implements SimulatedClock {}

        /** Not at all, but by being advanced: what is played on it comes out the same however fast the machine is. */
        record Standing(UnixTime at) implements SimulatedClock {}
    }

    /** Who can read what is sent. */
    enum Exposure {
        LOOPBACK,
        BEHIND_TLS_PROXY,
        /** Everybody on the way. */
        PLAIN_TEXT
    }

    /** Where {@code /metrics} is served. */
    sealed interface Metrics {

        record OnMainPort() implements Metrics {}

        /** With the health calls. */
        record OnPort(int port) implements Metrics {}

        record Nowhere() implements Metrics {}
    }

    /** How the log is written. */
    enum LogFormat {
        TEXT,
        JSON
    }

    /** The settings, with defaults for those that have no value, or a line for each that is malformed. */
    static Either<Array<String>, ServeSettings> of(Map<Setting, String> values) {
        SettingChecks checks = new SettingChecks(values);
        Environment environment = checks.word(
                Setting.ENVIRONMENT,
                LinkedHashMap.of("sandbox", Environment.SANDBOX, "production", Environment.PRODUCTION));
        Exposure exposure = exposure(checks, environment);
        ServeSettings settings = new ServeSettings(
                checks.text(Setting.HTTP_HOST),
                checks.number(Setting.HTTP_PORT, 0, 65_535),
                checks.folder(Setting.DATA_DIR),
                checks.store(Setting.STORE),
                chain(checks, environment),
                checks.clock(Setting.SIMULATED_CLOCK),
                environment,
                checks.word(
                        Setting.DEFAULT_NETWORK,
                        LinkedHashMap.of("mainnet", Network.MAINNET, "devnet", Network.DEVNET)),
                checks.word(
                        Setting.WIRE_PROFILES,
                        LinkedHashMap.of("neutral,grid", Grid.SERVED, "grid,neutral", Grid.SERVED, "neutral", Grid.NOT_SERVED)),
                checks.ipAddresses(Setting.TRUSTED_PROXIES),
                checks.amount(Setting.CREATION_BUDGET_LAMPORTS),
                checks.number(Setting.CREATIONS_PER_KEY_PER_DAY, 0, 1_000_000),
                checks.amount(Setting.MAX_PRIORITY_FEE_LAMPORTS),
                checks.number(Setting.REQUESTS_PER_KEY_PER_SECOND, 0, 1_000_000),
                checks.address(Setting.FEE_PAYER),
                bootstrap(checks, environment),
                checks.origins(Setting.CORS_ORIGINS),
                exposure,
                metrics(checks, environment, exposure),
                checks.word(
                        Setting.LOG_FORMAT, LinkedHashMap.of("text", LogFormat.TEXT, "json", LogFormat.JSON)));
        notOffered(checks);
        return checks.problems().isEmpty() ? Either.right(settings) : Either.left(checks.problems());
    }

    private static Exposure exposure(SettingChecks checks, Environment environment) {
        boolean behindProxy = checks.word(Setting.BEHIND_TLS_PROXY, LinkedHashMap.of("false", false, "true", true));
        boolean loopback = checks.host(Setting.HTTP_HOST).isLoopbackAddress();
        if (behindProxy || loopback) {
            return behindProxy ? Exposure.BEHIND_TLS_PROXY : Exposure.LOOPBACK;
        }
        if (environment == Environment.PRODUCTION) {
            checks.reject(
                    Setting.HTTP_HOST, "is beyond loopback: production listens there only with --behind-tls-proxy");
        }
        return Exposure.PLAIN_TEXT;
    }

    private static Metrics metrics(SettingChecks checks, Environment environment, Exposure exposure) {
        return checks.optionalNumber(Setting.METRICS_PORT, 0, 65_535)
                .<Metrics>map(Metrics.OnPort::new)
                .getOrElse(() -> environment == Environment.SANDBOX && exposure == Exposure.LOOPBACK
                        ? new Metrics.OnMainPort()
                        : new Metrics.Nowhere());
    }

    private static ChainKind chain(SettingChecks checks, Environment environment) {
        ChainKind chain = checks.word(
                Setting.CHAIN, LinkedHashMap.of("rpc", ChainKind.NONE, "simulated", ChainKind.SIMULATED));
        if (chain == ChainKind.SIMULATED && environment == Environment.PRODUCTION) {
            checks.reject(Setting.CHAIN, "simulated is no chain for production");
        }
        return chain;
    }

    private static Option<String> bootstrap(SettingChecks checks, Environment environment) {
        Option<String> key = Option.of(checks.text(Setting.BOOTSTRAP_API_KEY)).filter(text -> !text.isEmpty());
        if (key.isDefined() && environment == Environment.PRODUCTION) {
            checks.reject(Setting.BOOTSTRAP_API_KEY, "is for the sandbox only: make keys with mandate api-key create");
        }
        if (key.exists(text -> text.length() < SHORTEST_BOOTSTRAP_KEY || !text.chars().allMatch(c -> c > 32 && c < 127))) {
            checks.reject(
                    Setting.BOOTSTRAP_API_KEY,
                    "must be at least " + SHORTEST_BOOTSTRAP_KEY + " printable ASCII characters without blanks");
        }
        return key;
    }

    /** What this version knows by name and cannot do: better no start than a start without it. */
    private static void notOffered(SettingChecks checks) {
        checks.only(Setting.PROGRAM, "the only program");
        checks.only(Setting.KMS, "the only place for keys in this version");
        checks.only(Setting.MAIL, "this version sends no mail");
        checks.only(Setting.RPC_URL_MAINNET, "this version speaks to no node: use --chain simulated");
        checks.only(Setting.RPC_URL_DEVNET, "this version speaks to no node: use --chain simulated");
        checks.only(Setting.VAULT_PASSPHRASE_FILE, "this version does not seal its keys: they lie in --data-dir, readable by their owner alone");
    }
}
