package dev.mandate.app.demo;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.rpc.Pause;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.jdbc.StoreReader;
import dev.mandate.adapters.store.sqlite.SqliteGuest;
import dev.mandate.adapters.store.sqlite.SqliteReader;
import dev.mandate.app.serve.LocalServer;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogReport;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.journal.AuthenticatedJournal;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.Instant;

/**
 * The demo's folder, a server that keeps its journal there, an API key for the server, and the auditor's view of the folder.
 * The API key is neither printed nor written to a file.
 */
public final class DemoEnvironment implements AutoCloseable {

    /** The initial time of the simulated clock. */
    static final Instant START = Instant.parse("2025-12-01T00:00:00Z");

    private static final String SERVER_LOG = "server.log";
    private static final Tenant TENANT = new Tenant("demo");
    private static final Set<Scope> SCOPES = HashSet.of(Scope.values());

    /** Whether the folder is kept. */
    public enum Retention {
        /** The folder is removed when the story ends. */
        TEMPORARY,
        /** The folder stays for inspection. */
        KEPT
    }

    private final Path folder;
    private final Retention retention;
    private final Option<URI> node;
    private final PrintWriter log;
    private final LocalServer server;
    private final String apiKey;
    private final OperatorSecret secret;

    private DemoEnvironment(
            Path folder, Retention retention, Option<URI> node, PrintWriter log, LocalServer server, String apiKey, OperatorSecret secret) {
        this.folder = folder;
        this.retention = retention;
        this.node = node;
        this.log = log;
        this.server = server;
        this.apiKey = apiKey;
        this.secret = secret;
    }

    /**
     * Starts the server in {@code folder}, or returns one line that says why it cannot.
     *
     * @param node the URL of a node of a test network; none: a simulated chain
     * @param version the version that the server reports
     */
    public static Either<String, DemoEnvironment> open(Path folder, Retention retention, Option<URI> node, String version) throws IOException {
        Files.createDirectories(folder);
        PrintWriter log = new PrintWriter(folder.resolve(SERVER_LOG).toFile(), StandardCharsets.UTF_8);
        Either<String, LocalServer> started = node.map(url -> LocalServer.start(folder, url, version, log))
                .getOrElse(() -> LocalServer.start(folder, START, version, log));
        Either<String, DemoEnvironment> environment = started.flatMap(server -> OperatorSecret.open(folder.resolve(OperatorSecret.NAME))
                .mapLeft(KeyFileProblem::text)
                .flatMap(secret -> apiKey(folder, secret)
                        .map(apiKey -> new DemoEnvironment(folder, retention, node, log, server, apiKey, secret))));
        if (environment.isLeft()) {
            started.forEach(LocalServer::close);
            log.close();
        }
        return environment;
    }

    /** Creates a key while the server runs, as {@code mandate api-key create} does. */
    private static Either<String, String> apiKey(Path folder, OperatorSecret secret) {
        return SqliteGuest.open(folder).mapLeft(StoreProblem::text).map(opened -> {
            try (SqliteGuest guest = opened) {
                return new ApiKeyRepository(
                                new AuthenticatedJournal(guest.journal(), secret.journalMac()),
                                secret.tokenHash(),
                                () -> new UnixTime(System.currentTimeMillis() / 1_000),
                                new SecureRandom())
                        .create(TENANT, "demo", SCOPES)
                        .token();
            }
        });
    }

    /** Returns a client of the server. The caller must close it; this closes {@code http} too. */
    DemoClient client(HttpClient http) {
        return new DemoClient(http, server.port(), node.map(url -> Network.DEVNET).getOrElse(Network.MAINNET), apiKey);
    }

    /**
     * Returns the server's network.
     *
     * @param client of the server
     * @param pause waits for a node's network
     */
    DemoNetwork network(DemoClient client, Pause pause, DemoOutput output) {
        return node.<DemoNetwork>map(url -> new NodeDemoNetwork(url, pause, output)).getOrElse(() -> new SimulatedDemoNetwork(client));
    }

    /** Returns the folder of the server's mails. */
    Path mails() {
        return LocalServer.mails(folder);
    }

    /** Returns the server's port. */
    int port() {
        return server.port();
    }

    /** Returns the key that signs the log. */
    Bytes32 logKey() {
        return secret.logSigner().key();
    }

    /** Returns the folder if it is kept. */
    Option<Path> keptAt() {
        return switch (retention) {
            case KEPT -> Option.some(folder);
            case TEMPORARY -> Option.none();
        };
    }

    /** Verifies the journal as an auditor would, from outside, against the key {@code trusted}. */
    Either<String, LogReport> audit(Bytes32 trusted) {
        return SqliteReader.open(folder).mapLeft(StoreProblem::text).map(opened -> {
            try (StoreReader reader = opened) {
                AuditTrust trust = new AuditTrust(Option.some(trusted), Option.some(secret.journalMac()), Option.none(), Option.none());
                return LogVerifier.verify(reader, Engines.projections(), trust, ServerClock.of(InstantSource.system()));
            }
        });
    }

    /** Stops the server; its workers sign a last checkpoint first. Further calls have no effect. */
    @Override
    public void close() {
        server.close();
        log.close();
    }
}
