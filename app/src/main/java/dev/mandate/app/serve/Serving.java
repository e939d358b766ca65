package dev.mandate.app.serve;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.codec.WebhookObjects;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.grid.GridEndpoints;
import dev.mandate.adapters.http.jetty.JettyServer;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.http.service.ServiceSettings.Environment;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.adapters.kms.passkey.WebAuthnVerifier;
import dev.mandate.adapters.micrometer.MeteredStore;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.adapters.webhook.HttpWebhookSender;
import dev.mandate.app.metrics.ServerMetrics;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.Engines;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.audit.NewestRecord;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.authority.EmailPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.time.SteadyClock;
import dev.mandate.engine.watch.AccountWatcher;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.workers.WorkerEvent;
import dev.mandate.solana.Solana;
import dev.mandate.solana.external.PasskeyAccounts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A running server: it starts all parts, announces itself, and stops the parts in the opposite order. */
final class Serving implements AutoCloseable {

    /** The time for requests in flight after the stop signal. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(8);

    /** After this time the process ends in any case. A supervisor that sends SIGTERM usually kills the process after 15 seconds. */
    private static final Duration GRACE = Duration.ofSeconds(14);

    /** For this time after the stop signal, new requests get an answer that the server is stopping. */
    private static final Duration REFUSAL_TIME = Duration.ofSeconds(1);

    private static final Duration RETENTION_EVERY = Duration.ofMinutes(1);
    private static final Duration KEY_USES_EVERY = Duration.ofMinutes(1);
    private static final Duration CHECKPOINT_EVERY = Duration.ofMinutes(1);
    private static final Tenant BOOTSTRAP_TENANT = new Tenant("default");
    /** On a simulated network the operator has a large balance. */
    private static final BaseUnits SIMULATED_BALANCE = BaseUnits.of(1_000_000_000_000L);

    private final InFlightRequests requests;
    private final JettyServer server;
    private final Option<JettyServer> monitoring;
    private final NodeWatch watch;
    private final Workers workers;
    private final HttpWebhookSender webhooks;
    private final Option<SimulatedNetworks> simulated;
    private final JournalStore store;
    private final KeyVault vault;
    private final ServeLog log;
    private final Address feePayer;

    private Serving(
            InFlightRequests requests,
            JettyServer server,
            Option<JettyServer> monitoring,
            NodeWatch watch,
            Workers workers,
            HttpWebhookSender webhooks,
            Option<SimulatedNetworks> simulated,
            JournalStore store,
            KeyVault vault,
            ServeLog log,
            Address feePayer) {
        this.requests = requests;
        this.server = server;
        this.monitoring = monitoring;
        this.watch = watch;
        this.workers = workers;
        this.webhooks = webhooks;
        this.simulated = simulated;
        this.store = store;
        this.vault = vault;
        this.log = log;
        this.feePayer = feePayer;
    }

    /** Serves until the process receives the stop signal; returns the process's exit code. */
    static int until(ServeSettings settings, Set<Consent> consents, String version, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        Either<StartRefusal, Serving> started = startChecked(settings, consents, version, err);
        if (started.isLeft()) {
            err.println("mandate serve: " + started.getLeft().text());
            return started.getLeft().exitCode();
        }
        Serving serving = started.get();
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(
                () -> {
                    stop.countDown();
                    awaitOrHalt(stopped);
                },
                "mandate-stop"));
        out.println(serving.ready(settings, version));
        out.flush();
        stop.await();
        try {
            serving.close(REFUSAL_TIME);
        } finally {
            stopped.countDown();
        }
        return 0;
    }

    /** Halting loses no acknowledged change: all of them are on disk. */
    private static void awaitOrHalt(CountDownLatch stopped) {
        try {
            if (!stopped.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                Runtime.getRuntime().halt(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts all parts if nothing speaks against it, or returns why it cannot. */
    static Either<StartRefusal, Serving> startChecked(ServeSettings settings, Set<Consent> consents, String version, PrintWriter err) {
        return StartChecks.of(settings)
                .flatMap(vault -> start(settings, vault, consents, version, err).mapLeft(StartRefusal::ofNow));
    }

    /** Starts all parts, or returns why it cannot. */
    static Either<String, Serving> start(ServeSettings settings, String version, PrintWriter err) {
        return start(settings, HashSet.empty(), version, err);
    }

    /** As above, with what the operator has said to a journal that is not as the data folder remembers it. */
    static Either<String, Serving> start(ServeSettings settings, Set<Consent> consents, String version, PrintWriter err) {
        return start(settings, Option.none(), consents, version, err);
    }

    /** As above, with a key vault that is open. Without a server it is closed. */
    private static Either<String, Serving> start(
            ServeSettings settings, Option<KeyVault> open, Set<Consent> consents, String version, PrintWriter err) {
        ServeLog log = ServeLog.open(settings.logging(), err);
        return store(settings)
                .flatMap(store -> started(settings, open, consents, version, log, store).peekLeft(why -> store.close()))
                .peekLeft(why -> {
                    open.forEach(KeyVault::close);
                    log.close();
                });
    }

    private static Either<String, Serving> started(
            ServeSettings settings, Option<KeyVault> open, Set<Consent> consents, String version, ServeLog log, JournalStore store) {
        LongSupplier wallMillis =
                store.clock().<LongSupplier>map(shared -> shared::millis).getOrElse(() -> System::currentTimeMillis);
        SteadyClock clock = new SteadyClock(wallMillis, System::nanoTime, step -> log.warning("clock", "-", step));
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        return authenticated(settings, open, consents, clock, log, meters, new MeteredStore(store, meters))
                .flatMap(operatorStore -> keys(settings, operatorStore, clock)
                        .flatMap(keys -> operatorKey(settings, operatorStore, clock)
                                .flatMap(operator -> started(settings, version, log, meters, clock, operatorStore, keys, operator)))
                        .peekLeft(why -> operatorStore.vault().close()));
    }

    /**
     * The operator's secret, the creation secret, the key vault, a store that checks its records with the first, and the anchor that the store is compared
     * with.
     */
    private record OperatorStore(
            OperatorSecret secret, CreationSecret creation, WatchedVault vault, JournalStore store, AnchoredCheckpoints checkpoints) {}

    private static Either<String, OperatorStore> authenticated(
            ServeSettings settings,
            Option<KeyVault> open,
            Set<Consent> consents,
            SteadyClock clock,
            ServeLog log,
            MeterRegistry meters,
            JournalStore store) {
        String place = settings.postgres().map(PostgresSettings::place).getOrElse(settings.dataDir()::toString);
        JournalOfFolder journal = new JournalOfFolder(settings.dataDir(), store.journal(), store.checkpoints(), place);
        return journal.secretFile().openOrCreate().flatMap(secret -> compared(clock, secret, store).flatMap(checked -> vault(settings, open, log, meters, checked)
                .flatMap(vault -> journal.open(
                                secret, Option.some(vault), clock, new SecureRandom(), consents, line -> log.warning("journal", "-", line))
                        .flatMap(anchored -> journal.secretFile()
                                .creationSecret(secret, clock.now())
                                .map(creation -> new OperatorStore(secret, creation, vault, anchored.guarded(checked), anchored)))
                        .peekLeft(why -> vault.close()))));
    }

    private static Either<String, WatchedVault> vault(
            ServeSettings settings, Option<KeyVault> open, ServeLog log, MeterRegistry meters, JournalStore store) {
        try {
            return open.<Either<String, KeyVault>>map(Either::right)
                    .getOrElse(() -> VaultOpening.open(
                            settings, OperatorBinding.feePayer(store.journal()), line -> log.event("keys", "-", line)))
                    .map(vault -> new WatchedVault(vault, log, meters));
        } catch (JournalUnavailableException e) {
            return Either.left(JournalFault.text(e));
        }
    }

    private static Either<String, VaultOperatorKey> bound(JournalStore store, VaultOperatorKey key, ServerClock clock) {
        try {
            Address bound = OperatorBinding.feePayer(store.journal(), key.feePayer(), clock.now());
            return key.paidBy(bound)
                    .mapLeft(VaultOpening::text)
                    .filterOrElse(
                            its -> its.feePayer().equals(bound),
                            other -> "the key vault's fee payer is " + other.feePayer() + ", and that of the journal is " + bound
                                    + ": open the journal's own vault, or use this one with a journal of its own");
        } catch (JournalUnavailableException e) {
            return Either.left(JournalFault.text(e));
        }
    }

    private static Either<String, JournalStore> compared(SteadyClock clock, OperatorSecret operator, JournalStore store) {
        try {
            JournalStore authenticated = new AuthenticatedStore(store, operator.journalMac());
            NewestRecord.at(authenticated.journal(), authenticated.checkpoints(), 0).forEach(clock::startAfter);
            return Either.right(authenticated);
        } catch (JournalUnavailableException e) {
            return Either.left(JournalFault.text(e));
        }
    }

    /** The operator's keys, with the fee payer that the settings and the journal name. */
    private static Either<String, VaultOperatorKey> operatorKey(ServeSettings settings, OperatorStore operatorStore, ServerClock clock) {
        return VaultOperatorKey.open(operatorStore.vault(), operatorStore.secret(), operatorStore.creation())
                .flatMap(key -> settings.feePayer().map(key::paidBy).getOrElse(() -> Either.right(key)))
                .mapLeft(VaultOpening::text)
                .filterOrElse(
                        key -> settings.feePayer().forAll(key.feePayer()::equals),
                        key -> StartChecks.otherFeePayer(settings.feePayer().get(), Option.some(key.feePayer())))
                .flatMap(key -> bound(operatorStore.store(), key, clock));
    }

    private static Either<String, JournalStore> store(ServeSettings settings) {
        return settings.postgres()
                .<Either<StoreProblem, JournalStore>>map(postgres -> PostgresStore.open(postgres).map(opened -> opened))
                .getOrElse(() -> SqliteStore.open(settings.dataDir()).map(opened -> opened))
                .mapLeft(StoreProblem::text);
    }

    /** A bootstrap key is never recorded. It is valid while the process runs that was started with it. */
    private static Either<String, ApiKeyRepository> keys(
            ServeSettings settings, OperatorStore operatorStore, ServerClock clock) {
        ApiKeyRepository recorded = new ApiKeyRepository(operatorStore.store().journal(), operatorStore.secret().tokenHash(), clock, new SecureRandom(), operatorStore.checkpoints());
        return settings.bootstrapKey()
                .map(token -> recorded.trusting(BOOTSTRAP_TENANT, token)
                        .mapLeft(key -> "--bootstrap-api-key is on record as " + key.id()
                                + " of the tenant " + key.tenant() + key.endsAt().map(end -> ", which was given an end").getOrElse("")
                                + ": choose another one"))
                .getOrElse(() -> Either.right(recorded));
    }

    private static Either<String, Serving> started(
            ServeSettings settings,
            String version,
            ServeLog log,
            PrometheusMeterRegistry meters,
            ServerClock clock,
            OperatorStore operatorStore,
            ApiKeyRepository keys,
            OperatorKey operator) {
        WatchedVault vault = operatorStore.vault();
        OperatorSecret secret = operatorStore.secret();
        JournalStore store = operatorStore.store();
        SecureRandom random = new SecureRandom();
        Option<SimulatedNetworks> simulated = Option.when(
                settings.chain() == ServeSettings.ChainKind.SIMULATED, () -> SimulatedNetworks.start(settings.simulatedClock(), clock.now()));
        simulated.forEach(networks -> networks.fund(operator.feePayer(), SIMULATED_BALANCE));
        NodeWatch watch = new NodeWatch(log, meters);
        ServerMetrics metrics = new ServerMetrics(meters, clock);
        Map<Network, RpcChain> onNodes = simulated.isDefined()
                ? HashMap.empty()
                : settings.nodes().map((network, nodes) -> Tuple.of(
                        network, new RpcChain(RpcSettings.of(network, nodes.urls(), nodes.agreement()), watch.listener(network))));
        Map<Network, Chain> chains = simulated
                .<Map<Network, Chain>>map(networks -> networks.chains().mapValues(chain -> chain))
                .getOrElse(() -> onNodes.mapValues(chain -> chain));
        settings.nodes().forEach(network -> log.event(
                "chain", network._1.name(), "nodes: %s; %s must agree".formatted(
                        network._2.urls().map(url -> url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort())).mkString(", "),
                        network._2.agreement())));
        if (chains.isEmpty()) {
            log.warning(
                    "chain", "-", "no node is configured, so that every network answers 503: give --rpc-url-mainnet or --rpc-url-devnet, or --chain simulated");
        }
        settings.mail().forEach(mail -> log.event("mail", "-", "one-time codes go to " + mail));
        BouncyCastleAuthorityKeys authorityKeys = new BouncyCastleAuthorityKeys();
        Engines.Builder engine = Engines.builder()
                .journal(store.journal())
                .clock(clock)
                .random(random)
                .ends(operatorStore.checkpoints())
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(settings.creationBudget(), settings.creationsPerKeyPerDay()))
                .settings(EngineSettings.DEFAULT
                        .withMaxPriorityFee(settings.maxPriorityFee())
                        .withNodeCallsPerRequest(settings.nodeCallsPerRequest()))
                .authorities(new AuthorityPorts(
                        vault,
                        authorityKeys,
                        secret.tokenHash(),
                        settings.mail().map(mail -> new EmailPorts(
                                new HpkeCredentialSealer(),
                                secret.oneTimeCodes(),
                                metrics.counted(mail.transport(line -> log.event("mail", "-", line)))))));
        Engines.Builder offering = settings.relyingParty()
                .map(party -> engine.passkeys(
                        new WebAuthnVerifier(party.id(), party.origins(), authorityKeys), new PasskeyAccounts()))
                .getOrElse(engine);
        HttpWebhookSender sender = new HttpWebhookSender(
                settings.environment() == Environment.SANDBOX ? HttpWebhookSender.Loopback.ALLOWED : HttpWebhookSender.Loopback.REFUSED);
        Engines services = chains
                .foldLeft(
                        offering.webhooks(new WebhookPorts(
                                sender, secret.webhookSecrets(), WebhookObjects.bodies(Solana.SQUADS_V4.program()::errorName), metrics::count)),
                        (builder, chain) -> builder.network(chain._1, chain._2, operator))
                .build();
        keys.bootstrap()
                .forEach(key -> log.event(
                        "bootstrap",
                        key.id().text(),
                        "the bootstrap API key is good for all scopes, as long as this process runs"));
        Array<AccountWatcher> watchers = settings.watchEvery().toArray().flatMap(every -> services.watchers());
        metrics.watch(services, watchers);
        Workers.Builder working = Workers.on(store, new WorkerContext(clock, random::nextLong, event -> heard(log, event)))
                .delivering(services.work())
                .watching(watchers, settings.watchEvery().getOrElse(Duration.ZERO))
                .removingExpired(RETENTION_EVERY)
                .recording(keys.uses(), KEY_USES_EVERY)
                .projecting(services.projector(), Duration.ofDays(settings.eventDays()))
                .signing(operatorStore.checkpoints(), CHECKPOINT_EVERY);
        Workers.Builder measuring = metrics.reading(
                working,
                services,
                store,
                chains,
                settings.creationBudget(),
                settings.dataDir(),
                settings.postgres().isDefined() ? Array.empty() : SqliteStore.FILES);
        Workers workers = services.webhooks()
                .map(webhooks -> webhooks.on(measuring, Duration.ofDays(settings.eventDays())))
                .getOrElse(measuring)
                .start();
        if (settings.exposure() == ServeSettings.Exposure.PLAIN_TEXT) {
            log.warning("warning", "-", "everybody between here and a client reads API keys: " + settings.host()
                    + " is beyond loopback, and no TLS proxy is said to be before it (--behind-tls-proxy)");
        }
        InFlightRequests requests = new InFlightRequests(meters);
        ServiceSettings service = service(settings, version);
        Array<Endpoint> beside = simulated.toArray()
                .flatMap(networks -> networks.endpoints(service))
                .appendAll(settings.wireProfiles() == ServeSettings.WireProfiles.NEUTRAL
                        ? Array.empty()
                        : GridEndpoints.of(services, services, service));
        Array<Endpoint> endpoints = Api.endpoints(
                services,
                services,
                services,
                service,
                requests,
                settings.metrics() instanceof ServeSettings.Metrics.OnMainPort ? beside.append(Api.metrics(meters::scrape)) : beside);
        KeyCheck keyCheck = new KeyCheck(keys, settings.bootstrapKey());
        Either<String, JettyServer> main =
                listening(settings, settings.port(), new HttpService(endpoints, service, keyCheck, clock, log, requests));
        Either<String, Option<JettyServer>> monitoring = main.flatMap(started -> switch (settings.metrics()) {
            case ServeSettings.Metrics.OnPort(int port) -> listening(
                            settings,
                            port,
                            new HttpService(
                                    Api.monitoring(services, service, requests, meters::scrape), service, keyCheck, clock, log, new InFlightRequests(new SimpleMeterRegistry())))
                    .map(Option::some);
            case ServeSettings.Metrics.OnMainPort here -> Either.right(Option.none());
            case ServeSettings.Metrics.Nowhere nowhere -> Either.right(Option.none());
        });
        return monitoring
                .peek(second -> watch.start(onNodes))
                .peek(second -> vault.watch())
                .map(second -> new Serving(requests, main.get(), second, watch, workers, sender, simulated, store, vault, log, operator.feePayer()))
                .peekLeft(why -> {
                    main.forEach(JettyServer::close);
                    workers.close();
                    sender.close();
                    simulated.forEach(SimulatedNetworks::close);
                });
    }

    private static void heard(ServeLog log, WorkerEvent event) {
        switch (event.level()) {
            case WARNING -> log.warning("worker", "-", event.text());
            case DEBUG -> log.routine("worker", "-", event.text());
            default -> log.event("worker", "-", event.text());
        }
    }

    private static Either<String, JettyServer> listening(ServeSettings settings, int port, HttpService service) {
        try {
            return Either.right(
                    JettyServer.start(service, new JettyServer.Listening(settings.host(), port, settings.trustedProxies())));
        } catch (UncheckedIOException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return Either.left(StartChecks.cannotListen(settings.host(), port, cause));
        }
    }

    private static ServiceSettings service(ServeSettings settings, String version) {
        return new ServiceSettings(
                settings.environment(),
                settings.defaultNetwork(),
                version,
                settings.requestsPerKeyPerSecond(),
                2 * settings.requestsPerKeyPerSecond(),
                settings.corsOrigins());
    }

    /** Returns the server's port. */
    int port() {
        return server.port();
    }

    /** Returns the operator's fee payer. */
    Address feePayer() {
        return feePayer;
    }

    /** Returns the port of {@code /metrics} if it has its own. */
    Option<Integer> metricsPort() {
        return monitoring.map(JettyServer::port);
    }

    /** Returns the line that announces that the server is ready. */
    private String ready(ServeSettings settings, String version) {
        return new String(
                Json.write(Json.object()
                                .put("event", "ready")
                                .put("http_host", settings.host())
                                .put("http_port", server.port())
                                .put("version", version)
                                .put("fee_payer", feePayer.toString()))
                        .toArray(),
                StandardCharsets.UTF_8);
    }

    /**
     * Admits no new request and finishes those in flight. Then everything else stops, the store last.
     */
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    /** Closes it, but for {@code refusalTime} new requests get an answer that the server is stopping. */
    void close(Duration refusalTime) {
        log.event("stopping", "-", "requests in the works are finished");
        try {
            long began = System.nanoTime();
            int left = requests.drain(DRAIN_TIMEOUT);
            if (left > 0) {
                log.warning("stopping", "-", left + " requests took too long and are cut off");
            }
            Thread.sleep(refusalTime.minusNanos(System.nanoTime() - began));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        inOrder(Array.of(
                server::close,
                () -> monitoring.forEach(JettyServer::close),
                watch::close,
                workers::close,
                webhooks::close,
                () -> simulated.forEach(SimulatedNetworks::close),
                vault::close,
                store::close,
                () -> log.event("stopped", "-", "the store is closed"),
                log::close));
    }

    /** Runs each step, even if an earlier one fails. */
    private static void inOrder(Array<Runnable> steps) {
        if (!steps.isEmpty()) {
            try {
                steps.head().run();
            } finally {
                inOrder(steps.tail());
            }
        }
    }
}
