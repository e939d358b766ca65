package dev.mandate.app.crash;

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
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionWork;
import dev.mandate.engine.tenant.TenantEngine;
import dev.mandate.engine.workers.WorkerContext;
import dev.mandate.engine.workers.Workers;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.IdempotencyKey;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.RequestKey;
import dev.mandate.ports.store.JournalStore;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.ports.tenant.TenantService;
import dev.mandate.ports.time.ServerClock;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestOperatorKey;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
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
 * A process that makes accounts and payments over JSON-RPC, one after the other. Each line of its input is a command, and it answers with one
 * line. Before a command it can be told at which step to stop: it then says so, and waits to be killed.
 */
public final class SubmitterMain {

    static final TestOperatorKey OPERATOR = new TestOperatorKey("operator");
    static final Address SHOP = TestKey.of("shop").address();
    static final long LAMPORTS = 1_234_567;
    static final String STOPPED = "stopped";

    static final TestKey ALICE = TestKey.of("alice");
    private static final ServerClock CLOCK = ServerClock.of(InstantSource.system());
    private static final Caller CALLER =
            new Caller(new Tenant("acme"), new ApiKeyId("key_0123456789abcdef"), HashSet.of(Scope.values()));

    private final JournalStore store;
    private final TenantService service;
    private int stepsLeft = -1;

    private SubmitterMain(JournalStore store, URI node) {
        this.store = store;
        Chain chain = stepping(Chain.class, new RpcChain(RpcSettings.of(Network.DEVNET, Array.of(node))), Set.of("send", "statusAtHeight"));
        TenantEngine engine = TenantEngine.builder()
                .journal(stepping(Journal.class, store.journal(), Set.of("commit", "begin")))
                .clock(CLOCK)
                .formats(Solana.SQUADS_V4)
                .allowance(new CreationAllowance(BaseUnits.of(100_000_000_000L), 1_000))
                .network(Network.DEVNET, chain, OPERATOR)
                .build();
        this.service = engine.service(Network.DEVNET, CALLER).get();
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

    /** {@code create KEY STOP_AT}, {@code pay ACCOUNT KEY STOP_AT} or {@code verify}; the steps are counted from 1. */
    private String answer(String... command) {
        stepsLeft = command.length > 1 ? Integer.parseInt(command[command.length - 1]) : 0;
        return switch (command[0]) {
            case "create" -> create(command[1]);
            case "pay" -> pay(Address.of(command[1]), command[2]);
            case "verify" -> LogVerifier.verify(store.audit(), TenantEngine.projections(), AuditTrust.NONE, CLOCK).findings().toString();
            default -> throw new IllegalArgumentException(command[0]);
        };
    }

    private String create(String key) {
        return service.create(
                        new CreationOrder(Command.CreateAccount.ofEquals(1, ALICE.address())),
                        new Retry.Named(new RequestKey("create", key), Sha256.of("the order"), CLOCK.now().plusSeconds(86_400)))
                .fold(Object::toString, creation -> creation.status() + " " + creation.account().address());
    }

    private String pay(Address account, String key) {
        return service.custody()
                .build(new BuildRequest.Transfer(
                        account, SHOP, new Token.Sol(), BaseUnits.of(LAMPORTS), Array.of(ALICE.address()), BuildOptions.DEFAULT))
                .fold(Object::toString, plan -> service.custody()
                        .submitAll(plan, KeyRing.of(ALICE), new IdempotencyKey(key))
                        .fold(Object::toString, landed -> landed.head().state().getClass().getSimpleName()));
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
