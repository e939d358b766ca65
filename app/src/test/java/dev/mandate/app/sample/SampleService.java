package dev.mandate.app.sample;

import dev.mandate.domain.chain.Sha256;
import dev.mandate.adapters.http.codec.WebhookObjects;
import dev.mandate.engine.audit.AnchoredCheckpoints.Consent;
import dev.mandate.engine.webhook.WebhookService;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.engine.audit.AnchoredCheckpoints;
import dev.mandate.engine.authority.EmailPorts;
import dev.mandate.engine.events.EventProjector;
import dev.mandate.engine.parts.EngineSettings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.api.Api;
import dev.mandate.adapters.http.grid.GridEndpoints;
import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.kms.CreationSecret;
import dev.mandate.adapters.kms.OperatorSecret;
import dev.mandate.adapters.kms.VaultOperatorKey;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.adapters.kms.passkey.WebAuthnVerifier;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.OperatorBinding;
import dev.mandate.engine.access.OperatorIdentity;
import dev.mandate.engine.audit.Checkpointer;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.authority.IdentityRepository;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.journal.AuthenticatedStore;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.audit.Anchor;
import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import dev.mandate.ports.spi.audit.StreamHead;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.simulator.journal.InMemoryAnchor;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.solana.Solana;
import dev.mandate.solana.external.PasskeyAccounts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The whole service without a socket, on a simulated chain, with the workers' rounds made by hand. */
final class SampleService {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final long SOL = 1_000_000_000;
    static final String RELYING_PARTY = "example.com";
    static final String ORIGIN = "https://app.example.com";
    /** Nobody there gets mail. */
    static final String UNDELIVERABLE = "nobody@example.com";

    final SimulatedChain chain;
    final DisturbedChain line;
    final TestKeyVault vault = new TestKeyVault();
    final ApiKeyRepository keys;
    final Journal journal;
    final Address feePayer;
    UnixTime now;
    /** The API key of another tenant. */
    String rivalToken = "";

    private final JournalStore store;
    private final OperatorSecret secret;
    private final Engines engine;
    private final HttpService http;

    SampleService(JournalStore plain, OperatorSecret secret, SimulatedChain chain, UnixTime now) {
        this.chain = chain;
        this.line = new DisturbedChain(chain);
        this.now = now;
        this.secret = secret;
        this.store = new AuthenticatedStore(plain, secret.journalMac());
        this.journal = store.journal();
        // As in a folder of an earlier version, which had no such secret.
        CreationSecret creation = CreationSecret.derivedFrom(secret);
        VaultOperatorKey operator = VaultOperatorKey.open(vault, secret, creation).get();
        assertTrue(OperatorBinding.bind(journal, OperatorIdentity.of(secret.tokenHash()), now).isRight());
        assertEquals(creation.mark(), OperatorBinding.creationSecret(journal, creation.mark(), now));
        this.feePayer = OperatorBinding.feePayer(journal, operator.feePayer(), now);
        assertEquals(feePayer, operator.feePayer());
        BouncyCastleAuthorityKeys authorityKeys = new BouncyCastleAuthorityKeys();
        this.engine = Engines.builder()
                .journal(journal)
                .clock(() -> this.now)
                .random(seeded())
                .formats(Solana.SQUADS_V4)
                .network(Network.DEVNET, line.chain(), operator)
                .allowance(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000))
                .authorities(new AuthorityPorts(
                        vault,
                        authorityKeys,
                        secret.tokenHash(),
                        Option.some(new EmailPorts(
                                new HpkeCredentialSealer(),
                                secret.oneTimeCodes(),
                                mail -> Option.when(
                                        mail.to().text().equals(UNDELIVERABLE), () -> new MailFault.Permanent("550 no such mailbox"))))))
                .passkeys(new WebAuthnVerifier(RELYING_PARTY, HashSet.of(ORIGIN), authorityKeys), new PasskeyAccounts())
                .settings(EngineSettings.DEFAULT.withWaits(WaitPolicy.NONE))
                .webhooks(new WebhookPorts(
                        new SampleReceiver(), secret.webhookSecrets(), WebhookObjects.bodies(Solana.SQUADS_V4.program()::errorName), attempt -> {}))
                .build();
        this.keys = new ApiKeyRepository(journal, secret.tokenHash(), () -> this.now, seeded());
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.DEVNET, "test", 0, 0);
        this.http = new HttpService(
                Api.endpoints(engine, engine, engine, settings, requests, GridEndpoints.of(engine, engine, settings)),
                settings,
                new KeyCheck(keys),
                () -> this.now,
                new FailingLog(),
                requests);
    }

    /** The same numbers in each run, so that both stores hold the same accounts and API keys. */
    private static SecureRandom seeded() {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(1);
            return random;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes the events of all tenants that were recorded before now. */
    void removeEvents() {
        while (engine.projector().prune(now) == EventProjector.Reached.MORE) {}
    }

    /** Projects the events of all tenants anew. */
    void rebuildEvents() {
        engine.projector().rebuild();
    }

    /** The code that is mailed for a challenge. */
    String code(String challenge) {
        return secret.oneTimeCodes().of(new ChallengeId(challenge)).digits();
    }

    Reply ask(Headers headers, String method, String path, String body) {
        int question = path.indexOf('?');
        return http.answer(new Request(
                method,
                question < 0 ? path : path.substring(0, question),
                question < 0 ? "" : path.substring(question + 1),
                headers.with("content-type", "application/json").with("x-service-network", "devnet"),
                new Body.Complete(Bytes.of(body.getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1"));
    }

    /** The answer, which must be a success. */
    ObjectNode served(Headers headers, String method, String path, String body) {
        Reply reply = ask(headers, method, path, body);
        assertTrue(reply.status() < 300, () -> method + " " + path + " " + body + "\n" + reply.status() + " " + json(reply));
        return json(reply);
    }

    /** The refusal, which must have this code. */
    void refused(String code, Headers headers, String method, String path, String body) {
        ObjectNode reply = json(ask(headers, method, path, body));
        assertEquals(code, reply.path("code").asString(), reply::toString);
    }

    private static ObjectNode json(Reply reply) {
        return Json.parseObject(reply.body()).get();
    }

    /** Time passes on both clocks. */
    void pass(long seconds) {
        chain.advance(seconds);
        now = now.plusSeconds(seconds);
    }

    /** One round of the workers that deliver messages: each message that is due is tried once. */
    void work() {
        pass(12);
        Array.of(SubmissionRepository.TOPIC, IdentityRepository.ACCOUNT_TOPIC, EngineLimitRepository.TOPIC, IdentityRepository.MAIL_TOPIC)
                .forEach(topic -> engine.work()
                        .filter(work -> work.topic().equals(topic))
                        .forEach(work -> deliver(topic, work.handler())));
    }

    /** Hands events to webhooks, and makes the attempts that are due. */
    void sendWebhooks() {
        WebhookService webhooks = engine.webhooks().get();
        var unused = webhooks.step();
        deliver(webhooks.attempts().topic(), webhooks.attempts().handler());
    }

    /** A look at all accounts on the chain. */
    void watch() {
        engine.watchers().forEach(watcher -> {
            watcher.open();
            assertEquals(Option.none(), watcher.round(() -> true));
        });
    }

    private void deliver(String topic, MessageHandler handler) {
        Claim claim = Claim.of(topic, now, 60);
        for (Option<Delivery> next = store.outbox().claim(claim); next.isDefined(); next = store.outbox().claim(claim)) {
            Delivery delivery = next.get();
            try {
                var unused = switch (handler.deliver(delivery).getOrElse(new DeliveryFailure.Transient(""))) {
                    case DeliveryFailure.Permanent(String reason) -> store.outbox().bury(delivery.lease(), reason, now);
                    case DeliveryFailure.Transient(String reason) when reason.isEmpty() -> store.outbox().done(delivery.lease());
                    case DeliveryFailure.Waiting(String reason) ->
                        store.outbox().failed(delivery.lease(), reason, now.plusSeconds(10));
                    case DeliveryFailure.Transient(String reason) ->
                        store.outbox().failed(delivery.lease(), reason, now.plusSeconds(10));
                };
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The journal lacks a checkpoint and an event that an anchor remembers, and the operator accepts it. Then a backup is restored. */
    void loseCommits() {
        InMemoryAnchor anchor = new InMemoryAnchor();
        AnchoredCheckpoints anchored = new AnchoredCheckpoints(
                journal, store.checkpoints(), anchor, secret.logSigner(), () -> now, Engines.ends());
        anchored.begin(anchored.compare(HashSet.empty()).get(), seeded());
        change(anchor, known -> known
                .with(new AnchoredCheckpoint(1_000, Sha256.of("lost"), 1_000_000, now, HashMap.of("submission", 1L)), HashMap.empty())
                .with(new AnchoredEvent(1_000_001, new StreamHead(new StreamId("submission", "lost"), 1, Sha256.of("newest")), now)));
        anchored.begin(anchored.compare(HashSet.of(Consent.ACCEPT_LOST_COMMITS)).get(), seeded());
        change(anchor, Anchor::restored);
        anchored.begin(anchored.compare(HashSet.empty()).get(), seeded());
    }

    private static void change(InMemoryAnchor anchor, UnaryOperator<Anchor> change) {
        var unused = anchor.update(before -> change.apply(before.get()));
    }

    /** The worker that signs checkpoints. */
    void sign() {
        assertTrue(new Checkpointer(journal, store.checkpoints(), secret.logSigner()).signNext(now).isRight());
    }

    void fund(String address, long lamports) {
        chain.fund(Address.parse(address).get(), BaseUnits.of(lamports));
    }

    /** Makes a token. */
    void mint(Address mint) {
        MintAccount token = new MintAccount(Option.none(), BaseUnits.of(1_000_000), 6, Option.none(), Bytes.EMPTY);
        chain.put(mint, new AccountData(BaseUnits.of(10_000_000), TokenProgram.TOKEN.id(), token.encode(), false));
    }

    private static final class FailingLog implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public void failed(String requestId, Throwable fault) {
            if (!(fault instanceof JournalUnavailableException)) {
                throw new AssertionError(fault);
            }
        }
    }
}
