package dev.mandate.adapters.http.api;

import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.engine.authority.EmailPorts;
import dev.mandate.engine.parts.EngineSettings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.adapters.http.grid.GridEndpoints;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.openapi.Documented;
import dev.mandate.adapters.http.service.AccessLog;
import dev.mandate.adapters.http.service.HttpService;
import dev.mandate.adapters.http.service.InFlightRequests;
import dev.mandate.adapters.http.service.KeyCheck;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.authority.HpkeCredentialSealer;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.access.ApiKeyRepository;
import dev.mandate.engine.access.TenantStandings;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.adapters.http.codec.WebhookObjects;
import dev.mandate.engine.Engines;
import dev.mandate.engine.webhook.WebhookService;
import dev.mandate.engine.workers.TopicWork;
import dev.mandate.ports.spi.webhook.WebhookPorts;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.mail.MailTransport;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.InterceptedOperatorKey;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testsupport.openapi.OpenApiCheck;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.testsupport.toy.SimulatedToyProgram;
import dev.mandate.testsupport.toy.ToyProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * The whole service in memory over one simulated network, with a key for each of two tenants, and people who sign. Every
 * exchange is checked against the OpenAPI document.
 */
final class HttpFixture {

    private static final UnixTime START = new UnixTime(1_764_547_200);
    private static final long SOL = 1_000_000_000;
    private static final OperatorName OPS = new OperatorName("ops");
    private static final Address MEMO = Address.of("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
    private static final String ALL = "[\"CAN_INITIATE\",\"CAN_VOTE\",\"CAN_EXECUTE\"]";

    final SimulatedChain chain;
    final TestKey alice = TestKey.of("alice");
    final TestKey bob = TestKey.of("bob");
    final TestKey carol = TestKey.of("carol");
    final TestKey ada = TestKey.of("ada");
    final TestOperatorKey operator = new TestOperatorKey("operator");
    final String acme;
    final String rival;
    final Array<Endpoint> endpoints;
    private final ApiKeyRepository keys;
    private final KeyRing people = KeyRing.of(alice, bob, carol, ada);
    /** Without the check: bytes sent over a socket are not always a documented request. */
    final HttpService bare;
    /** Checks every exchange. */
    final OpenApiCheck check = Documented.check();

    final RecordingReceiver receiver = new RecordingReceiver();
    final TestKeyVault vault = new TestKeyVault();
    private final InMemoryJournal journal = new InMemoryJournal();
    private final Engines services;
    private final Function<Request, Reply> service;
    private volatile Array<String> faults = Array.empty();
    private volatile boolean spent;
    /** The call of the chain that gets no answer. */
    volatile String unanswered = "";
    volatile UnixTime now = START;

    HttpFixture() {
        this(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000));
    }

    /** @param allowance the operator's allowance for new accounts */
    HttpFixture(CreationAllowance allowance) {
        this(allowance, Option.some(mail -> Option.none()), new SimulatedChain(START), Solana.SQUADS_V4);
    }

    static HttpFixture withoutMail() {
        return new HttpFixture(new CreationAllowance(BaseUnits.of(100 * SOL), 1_000), Option.none(), new SimulatedChain(START), Solana.SQUADS_V4);
    }

    /** Returns the service over another program of smart accounts. */
    static HttpFixture onToyProgram() {
        return new HttpFixture(
                new CreationAllowance(BaseUnits.of(100 * SOL), 1_000),
                Option.some(mail -> Option.none()),
                SimulatedToyProgram.chain(START),
                ToyProgram.formats());
    }

    private HttpFixture(CreationAllowance allowance, Option<MailTransport> mail, SimulatedChain chain, ChainFormats formats) {
        this.chain = chain;
        chain.fund(operator.feePayer(), BaseUnits.of(1_000 * SOL));
        people.keys().keySet().forEach(person -> chain.fund(person, BaseUnits.of(10 * SOL)));
        this.services = Engines.builder()
                .journal(journal)
                .clock(() -> now)
                .formats(formats)
                .network(Network.MAINNET, line(), new InterceptedOperatorKey(operator, this::spendIfTold))
                .allowance(allowance)
                .authorities(new AuthorityPorts(
                        vault,
                        new BouncyCastleAuthorityKeys(),
                        new TestTokenHash(),
                        mail.map(transport -> new EmailPorts(new HpkeCredentialSealer(), HttpFixture::code, transport))))
                .settings(EngineSettings.DEFAULT.withWaits(WaitPolicy.NONE))
                .webhooks(new WebhookPorts(
                        receiver, name -> new TestTokenHash().of(name), WebhookObjects.bodies(formats.program()::errorName), attempt -> {}))
                .build();
        this.keys = new ApiKeyRepository(journal, new TestTokenHash(), () -> now, new SecureRandom());
        this.acme = key("acme", HashSet.of(Scope.values()));
        this.rival = key("rival", HashSet.of(Scope.values()));
        InFlightRequests requests = new InFlightRequests(new SimpleMeterRegistry());
        ServiceSettings settings = new ServiceSettings(
                ServiceSettings.Environment.SANDBOX, Network.MAINNET, "test", 0, 0);
        this.endpoints = Api.endpoints(
                services, services, services, settings, requests, GridEndpoints.of(services, services, settings));
        this.bare = new HttpService(endpoints, settings, new KeyCheck(keys), () -> now, new NotedFaults(), requests);
        this.service = Documented.held(bare::answer, check);
    }

    /** Lets workers hand over events and make attempts, until there is nothing to do. */
    void sendWebhooks() {
        WebhookService webhooks = services.webhooks().get();
        TopicWork attempts = webhooks.attempts();
        boolean more = true;
        while (more) {
            more = webhooks.step();
            for (Option<Delivery> next = claimed(attempts); next.isDefined(); next = claimed(attempts)) {
                more = true;
                try {
                    var failure = attempts.handler().deliver(next.get());
                    var unused = failure.isEmpty()
                            ? journal.outbox().done(next.get().lease())
                            : journal.outbox().failed(next.get().lease(), failure.get().reason(), now.plusSeconds(5));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private Option<Delivery> claimed(TopicWork work) {
        return journal.outbox().claim(Claim.of(work.topic(), now, 30));
    }

    /** Lets workers settle what depends on submissions that are final. */
    void settle() {
        Claim claim = Claim.of(SubmissionRepository.TOPIC, now, 30);
        MessageHandler handler = services.work().find(work -> work.topic().equals(SubmissionRepository.TOPIC)).get().handler();
        for (Option<Delivery> next = journal.outbox().claim(claim); next.isDefined(); next = journal.outbox().claim(claim)) {
            try {
                var unused = handler.deliver(next.get());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The code of a challenge, as it is mailed. */
    static OneTimeCode code(ChallengeId challenge) {
        return new OneTimeCode("%06d".formatted(Long.parseLong(challenge.text().substring(4, 11), 16) % 1_000_000));
    }

    /** Returns the chain, which {@link #unanswered} does not reach. */
    private Chain line() {
        return (Chain) Proxy.newProxyInstance(
                Chain.class.getClassLoader(),
                new Class<?>[] {Chain.class},
                (proxy, method, arguments) -> method.getName().equals(unanswered)
                        ? Either.left(new ChainFault.Unreachable("lost"))
                        : method.invoke(chain, arguments));
    }

    /** Creates a key of {@code tenant}. */
    String key(String tenant, Set<Scope> scopes) {
        return keys.create(new Tenant(tenant), "test", scopes).token();
    }

    /** Freezes an account. A second later every call sees it. */
    void freeze(String account, String why) {
        assertTrue(new AccountFreezes(journal, () -> now, Network.MAINNET)
                .freeze(Address.of(account), OPS, why, Option.none())
                .isRight());
        now = now.plusSeconds(1);
    }

    /** Suspends a tenant. Keys that were not used yet see it at once. */
    void suspend(String tenant) {
        assertTrue(new TenantStandings(journal, () -> now).suspend(new Tenant(tenant), OPS).isRight());
    }

    /** Returns the key that replaces {@code token}. */
    String rotated(String token) {
        Caller holder = keys.authenticate(token).get();
        return keys.rotate(holder.tenant(), holder.key(), Duration.ofSeconds(60)).get().token();
    }

    Reply answer(Request request) {
        return service.apply(request);
    }

    /** Sends a request; {@code path} may contain a query. */
    Reply ask(String token, String method, String path, String body) {
        return ask(Headers.NONE.with("authorization", "Bearer " + token), method, path, body);
    }

    /** Sends a request that need not be a documented one, with an empty object. */
    Reply bare(String token, String method, String path) {
        return bare.answer(new Request(
                method,
                path,
                "",
                Headers.NONE.with("authorization", "Bearer " + token).with("content-type", "application/json"),
                new Body.Complete(Bytes.of("{}".getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1"));
    }

    Reply ask(Headers headers, String method, String path, String body) {
        int question = path.indexOf('?');
        return answer(new Request(
                method,
                question < 0 ? path : path.substring(0, question),
                question < 0 ? "" : path.substring(question + 1),
                headers.with("content-type", "application/json"),
                new Body.Complete(Bytes.of(body.getBytes(StandardCharsets.UTF_8))),
                "127.0.0.1"));
    }

    /** Returns acme's answer, which must be a success. */
    ObjectNode served(String method, String path, String body) {
        Reply reply = ask(acme, method, path, body);
        assertTrue(reply.status() < 300, () -> method + " " + path + " " + body + "\n" + reply.status() + " " + json(reply));
        return json(reply);
    }

    /** Returns the public SDK's answer without its envelope, which must be a success. */
    ObjectNode servedInEnvelope(String method, String path, String body) {
        return (ObjectNode) served(method, path, body).get("data");
    }

    /** Asserts that acme is refused with {@code code} and a problem for each of {@code fields}. */
    void refused(int status, String code, String method, String path, String body, String... fields) {
        ObjectNode reported = refusal(status, code, method, path, body);
        if (fields.length > 0) {
            assertEquals(
                    Array.of(fields).sorted(),
                    Array.ofAll(reported.get("details"))
                            .map(detail -> detail.get("field").stringValue())
                            .sorted(),
                    reported::toString);
        }
    }

    /** Returns acme's refusal, which must have {@code code}. */
    ObjectNode refusal(int status, String code, String method, String path, String body) {
        Reply reply = ask(acme, method, path, body);
        ObjectNode reported = json(reply);
        assertEquals(status + " " + code, reply.status() + " " + reported.get("code").stringValue(), reported::toString);
        return reported;
    }

    /** All required signers sign the transaction built for {@code account}, and it lands. */
    void lands(String account, ObjectNode built) {
        ObjectNode submitted = submitted(account, signed(built), acknowledging(built));
        assertEquals("confirmed", submitted.get("status").stringValue(), submitted::toString);
    }

    /** The query that acknowledges the warnings of what was built. */
    private static String acknowledging(ObjectNode built) {
        return Array.ofAll(built.path("warnings"))
                .map(warning -> warning.get("code").stringValue())
                .map(code -> "acknowledge=" + code)
                .distinct()
                .mkString("?", "&", "");
    }

    ObjectNode submitted(String account, String transaction) {
        return submitted(account, transaction, "");
    }

    private ObjectNode submitted(String account, String transaction, String query) {
        return served(
                "POST", "/api/v1/smart-accounts/" + account + "/submit" + query, "{\"transaction\":\"" + transaction + "\"}");
    }

    String signed(ObjectNode built) {
        return base64(people.sign(transaction(built)));
    }

    String signed(ObjectNode built, TestKey beside) {
        return base64(people.with(beside).sign(transaction(built)));
    }

    /** Returns a transaction in base64, signed with all available keys. */
    String base64Signed(String unsigned) {
        return base64(people.sign(Bytes.of(Base64.getDecoder().decode(unsigned))));
    }

    String signedBy(TestKey signer, ObjectNode built) {
        return base64(people.signAs(Array.of(signer.address()), transaction(built)));
    }

    static Bytes transaction(ObjectNode built) {
        return Bytes.of(Base64.getDecoder().decode(built.get("transaction").stringValue()));
    }

    static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    void fund(String address, long lamports) {
        chain.fund(Address.parse(address).get(), BaseUnits.of(lamports));
    }

    long lamports(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address)))
                .get()
                .owned()
                .get(address)
                .map(account -> Long.parseLong(account.lamports().toString()))
                .getOrElse(0L);
    }

    /** Returns a transaction that {@code account} pays for, in base64, as clients send it to be prepared. */
    String draft(String account, Instruction... instructions) {
        Message message = new Message(
                MessageVersion.LEGACY,
                Address.parse(account).get(),
                chain.latestBlockhash().get().blockhash(),
                Array.of(instructions),
                Array.empty());
        return base64(new SolanaFormat().compile(message).get().transaction());
    }

    static Instruction transfer(String from, Address to, long lamports) {
        return SystemProgram.transfer(Address.parse(from).get(), to, BaseUnits.of(lamports));
    }

    /** Returns a memo that {@code account} signs. */
    static Instruction memo(String account, int length) {
        return new Instruction(
                MEMO,
                Array.of(new AccountMeta(Address.parse(account).get(), true, false)),
                Bytes.of("m".repeat(length).getBytes(StandardCharsets.UTF_8)));
    }

    /** Replaces single quotes in {@code text} by double quotes. */
    static String quoted(String text) {
        return text.replace('\'', '"');
    }

    /** Creates a 2-of-2 account for the tenant of this key. */
    String account(String token) {
        ObjectNode made = json(ask(token, "POST", "/api/v1/smart-accounts", terms()));
        return made.get("smart_account_address").stringValue();
    }

    String terms() {
        return "{\"smart_account_signers\":[%s,%s],\"threshold\":2}".formatted(signer(alice), signer(bob));
    }

    static String signer(TestKey key) {
        return "{\"address\":\"%s\",\"permissions\":%s}".formatted(key.address(), ALL);
    }

    /** Returns the internal faults: the class of each, and where it was thrown. */
    Array<String> faults() {
        return faults;
    }

    static ObjectNode json(Reply reply) {
        return Json.parseObject(reply.body()).get();
    }

    /** From now on the operator's balance disappears after each signature for an account. */
    void spendsWhatItSignsFor() {
        spent = true;
    }

    /** Returns the balance to the operator's fee payer and stops that. */
    void spendsNoMore() {
        spent = false;
        chain.fund(operator.feePayer(), BaseUnits.of(1_000 * SOL));
    }

    private void spendIfTold() {
        if (spent) {
            chain.put(operator.feePayer(), new AccountData(BaseUnits.of(1_000_000), Address.ZERO, Bytes.EMPTY, false));
        }
    }

    private final class NotedFaults implements AccessLog {
        @Override
        public void answered(Line line) {}

        @Override
        public synchronized void failed(String requestId, Throwable fault) {
            String where = fault.getStackTrace().length == 0 ? "" : fault.getStackTrace()[0].toString();
            faults = faults.append(fault.getClass().getName() + ": " + fault.getMessage() + " at " + where);
        }
    }
}
