package dev.mandate.app.crash;

import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.rpc.RpcChain;
import dev.mandate.adapters.rpc.RpcSettings;
import dev.mandate.adapters.store.postgres.PostgresSettings;
import dev.mandate.adapters.store.postgres.PostgresStore;
import dev.mandate.adapters.store.sqlite.SqliteStore;
import dev.mandate.domain.access.ApiKeyId;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.authority.AuthorityPorts;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.Engines;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.outbox.Claim;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.store.JournalStore;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.time.ServerClock;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.simulator.keys.TestTokenHash;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Option;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A process that makes accounts, payments and uses of limits over JSON-RPC, one after the other. Each line of its input is a command, and it answers with one
 * line. Before a command it can be told at which step to stop: it then says so, and waits to be killed.
 */
public final class SubmitterMain {

    static final TestOperatorKey OPERATOR = new TestOperatorKey("operator");
    static final Address SHOP = TestKey.of("shop").address();
    static final long LAMPORTS = 1_234_567;
    static final String STOPPED = "stopped";
    /** What a limit allows in a year. */
    static final int USES = 20;

    static final TestKey ALICE = TestKey.of("alice");
    private static final ServerClock CLOCK = ServerClock.of(InstantSource.system());
    private static final Caller CALLER =
            new Caller(new Tenant("acme"), new ApiKeyId("key_0123456789abcdef"), HashSet.of(Scope.values()));

    private final JournalStore store;
    private final Engines engine;
    private final TenantService service;
    private final TestKeyVault vault = new TestKeyVault();
    private int stepsLeft = -1;

    private SubmitterMain(JournalStore store, URI node) {
        this.store = store;
        Chain chain = stepping(Chain.class, new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node))), Set.of("send", "statusAtHeight"));
        this.engine = Engines.builder()
                .journal(stepping(Journal.class, store.journal(), Set.of("commit", "begin")))
                .clock(CLOCK)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(BaseUnits.of(100_000_000_000L), 1_000))
                .network(Network.DEVNET, chain, OPERATOR)
                .authorities(new AuthorityPorts(vault, new BouncyCastleAuthorityKeys(), new TestTokenHash(), Option.none()))
                .build();
        this.service = engine.service(Network.DEVNET, CALLER.tenant()).get();
    }

    /**
     * Runs until its input ends.
     *
     * @param arguments the store's folder or JDBC URL, and the node's URL
     */
    public static void main(String... arguments) throws IOException {
        JournalStore store = arguments[0].startsWith(PostgresSettings.SCHEME)
                ? PostgresSettings.parse(arguments[0]).flatMap(PostgresStore::open).get()
                : SqliteStore.open(Path.of(arguments[0])).get();
        SubmitterMain submitter = new SubmitterMain(store, URI.create(arguments[1]));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            say(submitter.answer(line.split(" ", -1)));
        }
        store.close();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /**
     * {@code create KEY STOP_AT}, {@code pay ACCOUNT KEY STOP_AT}, {@code grant ACCOUNT}, {@code use ACCOUNT LIMIT KEY STOP_AT}, {@code settle
     * ACCOUNT} or {@code verify}; the steps are counted from 1.
     */
    private String answer(String... command) {
        stepsLeft = command.length > 2 ? Integer.parseInt(command[command.length - 1]) : 0;
        return switch (command[0]) {
            case "create" -> create(command[1]);
            case "pay" -> pay(Address.of(command[1]), command[2]);
            case "grant" -> grant(Address.of(command[1]));
            case "use" -> use(Address.of(command[1]), Address.of(command[2]), command[3]);
            case "settle" -> settle(Address.of(command[1]));
            case "verify" -> LogVerifier.verify(store.audit(), Engines.projections(), AuditTrust.NONE, CLOCK).findings().toString();
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    private String create(String key) {
        return service.create(CALLER.keyLine(), 
                        new CreationOrder(Command.CreateAccount.ofEquals(1, ALICE.address())),
                        new Retry.Named(new RequestKey("create", key), Sha256.of("the order"), CLOCK.now().plusSeconds(86_400)))
                .fold(Object::toString, creation -> creation.status() + " " + creation.account().address());
    }

    private String pay(Address account, String key) {
        return service
                .build(new BuildRequest.Transfer(
                        account, SHOP, new Token.Sol(), BaseUnits.of(LAMPORTS), Array.of(ALICE.address()), BuildOptions.DEFAULT))
                .fold(Object::toString, plan -> service
                        .submitAll(plan, KeyRing.of(ALICE), new IdempotencyKey(key))
                        .fold(Object::toString, landed -> landed.head().state().getClass().getSimpleName()));
    }

    /** A limit of {@link #USES} payments a year. */
    private String grant(Address account) {
        TransactionPlan plan = service
                .build(new BuildRequest.AddLimit(
                        account,
                        new PolicyTerms(
                                TestKey.of("limit").address(),
                                0,
                                new Token.Sol(),
                                BaseUnits.of(USES * LAMPORTS),
                                PolicyPeriod.YEAR,
                                Array.of(ALICE.address()),
                                Array.empty(),
                                Option.none()),
                        new Authority.Vote(Array.of(ALICE.address())),
                        BuildOptions.DEFAULT))
                .get();
        return submitted(account, plan.single().unsigned().transaction()) + " " + plan.limit().get();
    }

    private String submitted(Address account, Bytes transaction) {
        return service.submit(account, KeyRing.of(ALICE).sign(transaction), Array.empty(), Array.empty(), new Retry.Unnamed())
                .fold(Object::toString, submission -> submission.state().getClass().getSimpleName());
    }

    /** Reserves, submits and settles a payment. */
    private String use(Address account, Address limit, String key) {
        // A vault outlives its processes.
        var unused = vault.ensure(CALLER.tenant(), service.engineLimit(account, limit).get().subject().key());
        IntentTerms terms = IntentTerms.of("spending_limit_use")
                .with("limit", limit.toString())
                .with("signer", ALICE.address().toString())
                .with("destination", SHOP.toString())
                .with("amount", Long.toString(LAMPORTS));
        Intent intent = new Intent(
                Network.DEVNET,
                account,
                terms,
                new IntentNonce(Bytes.of(Sha256.of(key).toArray()).toHex()),
                CLOCK.now().plusSeconds(3_600));
        SignedIntent signed = new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(new SignedIntent.By(ALICE.address(), ALICE.sign(intent.bytes()).bytes())));
        return service.reserveUse(
                        new BuildRequest.UseLimit(
                                account, limit, ALICE.address(), SHOP, BaseUnits.of(LAMPORTS), BuildOptions.DEFAULT),
                        signed,
                        new Retry.Named(new RequestKey("use", key), Sha256.of(key), CLOCK.now().plusSeconds(86_400)))
                .fold(Object::toString, reserved -> {
                    String state = submitted(account, reserved.unsigned().transaction());
                    deliver();
                    return state;
                });
    }

    /** Waits until no use is open; what the limit leaves. */
    private String settle(Address account) {
        while (true) {
            deliver();
            LimitView.KeptByEngine kept = service.limits(account).get().head().kept().get();
            if (kept.limit().openAt(kept.at()).isEmpty()) {
                return kept.limit().availableAt(kept.at()).toString();
            }
        }
    }

    /** Works on each submission once. */
    private void deliver() {
        MessageHandler work = engine.work().find(one -> one.topic().equals(SubmissionRepository.TOPIC)).get().handler();
        try {
            for (Option<Delivery> next = claim(); next.isDefined(); next = claim()) {
                if (work.deliver(next.get()).isEmpty()) {
                    var unused = store.outbox().done(next.get().lease());
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Option<Delivery> claim() {
        return store.outbox().claim(Claim.of(SubmissionRepository.TOPIC, CLOCK.now(), 1));
    }

    /** {@code port}, with a step after each call of {@code methods}. */
    private <T> T stepping(Class<T> type, T port, Set<String> methods) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
            try {
                Object answer = method.invoke(port, given);
                if (!methods.contains(method.getName())) {
                    return answer;
                }
                // A commit that was only begun: the step follows on its outcome.
                Object outcome = answer instanceof Supplier<?> begun ? begun.get() : answer;
                step();
                return answer instanceof Supplier<?> ? (Supplier<Object>) () -> outcome : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private void step() throws InterruptedException {
        stepsLeft--;
        if (stepsLeft == 0) {
            say(STOPPED);
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
