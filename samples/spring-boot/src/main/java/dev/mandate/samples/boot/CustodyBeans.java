package dev.mandate.samples.boot;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.adapters.kms.file.VaultFolder;
import dev.mandate.adapters.store.StoreProblem;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.throwing.ThrowingCustody;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.engine.Engines;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.ports.spi.workers.WorkerListener;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.Solana;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The engine and what it stands on. Spring closes workers before the store, since they depend on it. */
@Configuration
class CustodyBeans {

    private static final Network NETWORK = Network.DEVNET;
    private static final long SOL = 1_000_000_000;

    @Bean
    ServerClock clock() {
        return ServerClock.of(InstantSource.system());
    }

    @Bean
    OperatorSecret secret(@Value("${custody.folder}") Path folder) {
        return OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME))
                .getOrElseThrow(problem -> new IllegalStateException(problem.text()));
    }

    /** Its key pays for accounts. For an HSM: {@code Pkcs11Vault}; for AWS KMS: {@code AwsKmsVault}. */
    @Bean
    KeyVault vault(@Value("${custody.folder}") Path folder, @Value("${custody.passphrase}") String passphrase) {
        return FileVault.openOrCreate(folder.resolve(VaultFolder.NAME), passphrase.getBytes(StandardCharsets.UTF_8))
                .getOrElseThrow(problem -> new IllegalStateException(problem.text()));
    }

    @Bean
    OperatorKey operator(KeyVault vault, OperatorSecret secret, @Value("${custody.folder}") Path folder) {
        CreationSecret creation = CreationSecret.openOrCreate(folder.resolve(CreationSecret.NAME), secret)
                .getOrElseThrow(problem -> new IllegalStateException(problem.text()));
        return VaultOperatorKey.open(vault, secret, creation)
                .getOrElseThrow(fault -> new IllegalStateException("the operator's key can't be used: " + fault));
    }

    @Bean
    JournalStore store(@Value("${custody.folder}") Path folder, OperatorSecret secret) {
        return new AuthenticatedStore(SqliteStore.open(folder).getOrElseThrow(StoreProblem::exception), secret.journalMac());
    }

    /** To try things out. For a network: {@code new RpcChain(RpcSettings.of(NETWORK, urls))}. */
    @Bean
    Chain chain(ServerClock clock, OperatorKey operator) {
        SimulatedChain chain = new SimulatedChain(new UnixTime(clock.now().seconds()));
        chain.fund(operator.feePayer(), BaseUnits.of(100 * SOL));
        return chain;
    }

    /** For the application's own code. */
    @Bean
    ThrowingCustody custody(Chain chain, JournalStore store, ServerClock clock) {
        return CustodyEngine.builder()
                .network(NETWORK)
                .chain(chain)
                .formats(Solana.SQUADS_V4)
                .journal(store.journal())
                .clock(clock)
                .build()
                .orThrow();
    }

    /** For the HTTP API: accounts of tenants. */
    @Bean
    Engines tenants(Chain chain, JournalStore store, ServerClock clock, OperatorKey operator) {
        return Engines.builder()
                .network(NETWORK, chain, operator)
                .formats(Solana.SQUADS_V4)
                .journal(store.journal())
                .clock(clock)
                .allowance(new CreationAllowance(BaseUnits.of(SOL), 100))
                .build();
    }

    @Bean
    Workers workers(JournalStore store, Engines tenants, ServerClock clock) {
        return Workers.on(store, new WorkerContext(clock, new SecureRandom()::nextLong, WorkerListener.logging()))
                .delivering(tenants.work())
                .projecting(tenants.projector(), Duration.ofDays(30))
                .start();
    }

    @Bean
    HttpService service(
            Engines tenants,
            JournalStore store,
            ServerClock clock,
            OperatorSecret secret,
            @Value("${custody.api-key}") String apiKey) {
        ApiKeyRepository keys = new ApiKeyRepository(store.journal(), secret.tokenHash(), clock, new SecureRandom())
                .trusting(new Tenant("default"), apiKey)
                .getOrElseThrow(recorded -> new IllegalStateException("custody.api-key is on record as " + recorded.id()));
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, NETWORK, "sample", 50, 100);
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        return new HttpService(
                Api.endpoints(tenants, tenants, tenants, settings, requests, Array.empty()),
                settings,
                new KeyCheck(keys),
                clock,
                new CustodyLog(),
                requests);
    }

    @Bean
    ServletRegistrationBean<CustodyServlet> api(HttpService service) {
        return new ServletRegistrationBean<>(new CustodyServlet(service), "/api/*", "/health/*", "/openapi.json");
    }
}
