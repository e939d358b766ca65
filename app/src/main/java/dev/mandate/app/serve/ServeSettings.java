package dev.mandate.app.serve;

import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.mail.MailSettings;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.parts.EngineSettings;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.event.Level;

/**
 * The server's checked settings.
 *
 * @param postgres the journal's database; none for SQLite in the data folder
 * @param nodes of each network
 * @param watchEvery how often the accounts on the chain are looked at; none: they are not watched
 * @param trustedProxies IP addresses in Java's format
 * @param keys where keys are kept
 * @param feePayer the address that the operator's key must have
 * @param mail where one-time codes go; none: accounts by e-mail are not offered
 * @param bootstrapKey an API key that exists from the start
 * @param relyingParty of passkeys; none: they are not offered
 * @param corsOrigins in the browsers' format
 */
record ServeSettings(
        String host,
        int port,
        Path dataDir,
        Option<PostgresSettings> postgres,
        ChainKind chain,
        Map<Network, Nodes> nodes,
        int nodeCallsPerRequest,
        int eventDays,
        Option<Duration> watchEvery,
        SimulatedClock simulatedClock,
        Environment environment,
        Network defaultNetwork,
        WireProfiles wireProfiles,
        Set<String> trustedProxies,
        BaseUnits creationBudget,
        int creationsPerKeyPerDay,
        BaseUnits maxPriorityFee,
        int requestsPerKeyPerSecond,
        KeyStorage keys,
        Option<Address> feePayer,
        Option<MailSettings> mail,
        Option<String> bootstrapKey,
        Option<RelyingParty> relyingParty,
        Set<String> corsOrigins,
        Exposure exposure,
        Metrics metrics,
        Logging logging) {

    private static final int SHORTEST_BOOTSTRAP_KEY = 16;
    private static final int MOST_NODES = 100;
    private static final int DEFAULT_AGREEMENT = 2;
    private static final int MOST_NODE_CALLS = 10_000;
    private static final int MOST_EVENT_DAYS = 3_650;

    /** The chain to use. */
    enum ChainKind {
        /** Nodes of the networks. A network without a URL answers that it is not configured. */
        RPC,
        /** In memory; its content disappears with the process. */
        SIMULATED
    }

    /**
     * The nodes of a network.
     *
     * @param urls in the order in which they are used
     * @param agreement how many of them must tell the same before a signature or a final word
     */
    record Nodes(Array<URI> urls, int agreement) {}

    /** The clock of a simulated network. Advancing it adds to its time. */
    sealed interface SimulatedClock {

        /** It starts at the machine's time and runs at the machine's rate. */
        record LikeTheMachine() implements SimulatedClock {}

        /** It moves only when it is advanced, so results do not depend on the machine's speed. */
        record Standing(UnixTime at) implements SimulatedClock {}
    }

    /** The wire profiles to serve. */
    enum WireProfiles {
        NEUTRAL,
        /** Also that of the public SDK. */
        BOTH
    }

    /** Who can read the traffic. */
    enum Exposure {
        LOOPBACK,
        BEHIND_TLS_PROXY,
        /** Everyone on the network path. */
        PLAIN_TEXT
    }

    /** Where {@code /metrics} is served. */
    sealed interface Metrics {

        record OnMainPort() implements Metrics {}

        /** Together with the health calls. */
        record OnPort(int port) implements Metrics {}

        record Nowhere() implements Metrics {}
    }

    /**
     * The relying party of passkeys.
     *
     * @param id a domain
     * @param origins in the browsers' format, of this domain or below, and of native Android apps
     */
    record RelyingParty(String id, Set<String> origins) {}

    /**
     * The log.
     *
     * @param level lines below it are not written
     */
    record Logging(LogFormat format, Level level) {}

    /** The format of the log. */
    enum LogFormat {
        TEXT,
        JSON
    }

    /** Returns the settings, with defaults for missing values, or a line for each malformed value. */
    static Either<Array<String>, ServeSettings> of(Map<Setting, String> values) {
        SettingChecks checks = new SettingChecks(values);
        Environment environment = checks.word(Setting.ENVIRONMENT, Environment.class);
        Exposure exposure = exposure(checks, environment);
        ChainKind chain = chain(checks, environment);
        ServeSettings settings = new ServeSettings(
                checks.text(Setting.HTTP_HOST),
                checks.number(Setting.HTTP_PORT, 0, 65_535),
                checks.folder(Setting.DATA_DIR),
                checks.store(Setting.STORE),
                chain,
                nodes(checks, chain),
                checks.number(Setting.NODE_CALLS_PER_REQUEST, EngineSettings.FEWEST_NODE_CALLS, MOST_NODE_CALLS),
                checks.number(Setting.EVENT_DAYS, 1, MOST_EVENT_DAYS),
                Option.some(checks.number(Setting.WATCH_SECONDS, 0, 3_600)).filter(seconds -> seconds > 0).map(Duration::ofSeconds),
                checks.clock(Setting.SIMULATED_CLOCK),
                environment,
                checks.word(Setting.DEFAULT_NETWORK, LinkedHashMap.of("mainnet", Network.MAINNET, "devnet", Network.DEVNET)),
                checks.word(
                        Setting.WIRE_PROFILES,
                        LinkedHashMap.of("neutral,grid", WireProfiles.BOTH, "grid,neutral", WireProfiles.BOTH, "neutral", WireProfiles.NEUTRAL)),
                checks.ipAddresses(Setting.TRUSTED_PROXIES),
                checks.amount(Setting.CREATION_BUDGET_LAMPORTS),
                checks.number(Setting.CREATIONS_PER_KEY_PER_DAY, 0, 1_000_000),
                checks.amount(Setting.MAX_PRIORITY_FEE_LAMPORTS),
                checks.number(Setting.REQUESTS_PER_KEY_PER_SECOND, 0, 1_000_000),
                keys(checks, chain),
                checks.address(Setting.FEE_PAYER),
                mail(checks, environment),
                bootstrap(checks, environment),
                relyingParty(checks),
                checks.origins(Setting.CORS_ORIGINS),
                exposure,
                metrics(checks, environment, exposure),
                new Logging(
                        checks.word(Setting.LOG_FORMAT, LogFormat.class),
                        checks.word(Setting.LOG_LEVEL, LinkedHashMap.of("info", Level.INFO, "debug", Level.DEBUG, "warn", Level.WARN))));
        checks.only(Setting.PROGRAM, "the only program");
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
        ChainKind chain = checks.word(Setting.CHAIN, ChainKind.class);
        if (chain == ChainKind.SIMULATED && environment == Environment.PRODUCTION) {
            checks.reject(Setting.CHAIN, "simulated is no chain for production");
        }
        return chain;
    }

    private static Map<Network, Nodes> nodes(SettingChecks checks, ChainKind chain) {
        Map<Setting, Array<URI>> urls = LinkedHashMap.of(
                        Setting.RPC_URL_MAINNET, checks.urls(Setting.RPC_URL_MAINNET), Setting.RPC_URL_DEVNET, checks.urls(Setting.RPC_URL_DEVNET))
                .rejectValues(Array::isEmpty);
        if (chain == ChainKind.SIMULATED) {
            urls.keySet().forEach(setting -> checks.reject(setting, "is for --chain rpc"));
        }
        Option<Integer> agreement = checks.optionalNumber(Setting.RPC_AGREEMENT, 1, MOST_NODES);
        Map<Setting, Integer> nodes = urls.mapValues(RpcSettings::nodes);
        nodes.filter((setting, count) -> agreement.exists(needed -> needed > count)).forEach((setting, count) -> checks.reject(
                Setting.RPC_AGREEMENT, "is more than the %s of %s (URLs of one host and port are one node)"
                        .formatted(count == 1 ? "one node" : count + " nodes", setting.flag())));
        return urls.mapValues(of -> new Nodes(of, agreement.getOrElse(() -> Math.min(DEFAULT_AGREEMENT, RpcSettings.nodes(of)))))
                .mapKeys(setting -> setting == Setting.RPC_URL_MAINNET ? Network.MAINNET : Network.DEVNET);
    }

    private static Option<MailSettings> mail(SettingChecks checks, Environment environment) {
        Option<MailSettings> mail = checks.mail(Setting.MAIL);
        if (environment == Environment.PRODUCTION && mail.exists(to -> to instanceof MailSettings.Log)) {
            checks.reject(Setting.MAIL, "log is for the sandbox only: the log would show one-time codes");
        }
        return mail;
    }

    private static KeyStorage keys(SettingChecks checks, ChainKind chain) {
        Option<Path> passphrase = checks.file(Setting.VAULT_PASSPHRASE_FILE);
        Option<Path> folder = checks.file(Setting.VAULT_DIR);
        KeyStorage place = checks.keys(
                Setting.KMS,
                new KeyStorage.SealedFiles(folder.getOrElse(() -> checks.folder(Setting.DATA_DIR).resolve(VaultFolder.NAME)), passphrase));
        boolean sealed = place instanceof KeyStorage.SealedFiles;
        if (!sealed && passphrase.isDefined()) {
            checks.reject(Setting.VAULT_PASSPHRASE_FILE, "is for --kms file");
        }
        if (!sealed && folder.isDefined()) {
            checks.reject(Setting.VAULT_DIR, "is for --kms file");
        }
        if (sealed && passphrase.isEmpty() && chain == ChainKind.RPC) {
            checks.reject(Setting.VAULT_PASSPHRASE_FILE, "is needed: a file of one line that only its owner can read");
        }
        return place;
    }

    private static Option<RelyingParty> relyingParty(SettingChecks checks) {
        Option<String> domain = checks.domain(Setting.PASSKEY_RP_ID);
        Set<String> origins = checks.passkeyOrigins(Setting.PASSKEY_ORIGINS);
        if (domain.isDefined() == origins.isEmpty()) {
            checks.reject(Setting.PASSKEY_ORIGINS, "and " + Setting.PASSKEY_RP_ID.flag() + " need each other");
        }
        Set<String> foreign = origins.reject(origin ->
                origin.startsWith(SettingChecks.ANDROID_APP) || domain.forAll(id -> isWithin(id, URI.create(origin))));
        if (!foreign.isEmpty()) {
            checks.reject(
                    Setting.PASSKEY_ORIGINS,
                    "must be of the domain " + Setting.PASSKEY_RP_ID.flag() + " or below, and of https except on localhost");
        }
        return domain.map(id -> new RelyingParty(id, origins));
    }

    /** Browsers use a relying party on such pages only (WebAuthn Level 2, 5.1.3, step 7). */
    private static boolean isWithin(String domain, URI origin) {
        return (origin.getHost().equals(domain) || origin.getHost().endsWith("." + domain))
                && (origin.getScheme().equals("https") || domain.equals("localhost"));
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
}
