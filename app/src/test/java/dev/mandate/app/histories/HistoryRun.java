package dev.mandate.app.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.app.histories.AccountLog.Change;
import dev.mandate.app.serve.RestartedServer.Run;
import dev.mandate.app.serve.RestartedServer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.testkit.node.Notices;
import dev.mandate.testkit.node.SolanaTestNode;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** Histories that are played at once on one server, and what was told of them. */
final class HistoryRun implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int ALL_PAGES = 1_000;
    private static final int MOST_TRIES = 300;

    private final int histories;
    private final int steps;
    private final Random random;
    private final ChainLog chain = new ChainLog(UnixTime.of(Instant.now()));
    private final SolanaTestNode node = chain.node(Notices.NONE);
    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    final RestartedServer server;
    private final WebhookListener webhooks;
    private Option<StreamListener> stream = Option.none();
    private Array<ObjectNode> pages = Array.empty();

    HistoryRun(Path folder, long seed, int histories, int steps) throws IOException {
        this.histories = histories;
        this.steps = steps;
        this.random = new Random(seed);
        this.server = new RestartedServer(folder, node.url(), RestartedServer.ROUND_SECONDS);
        this.webhooks = new WebhookListener(new Random(random.nextLong()), 5);
    }

    /** Plays all histories, and stops and starts the server meanwhile. */
    void play(Array<Run> runs) throws Exception {
        People.settle(chain.chain);
        var ticks = clock.scheduleAtFixedRate(() -> chain.pass(1), 1, 1, TimeUnit.SECONDS);
        server.start(runs.head());
        ObjectNode service = TenantClient.success(http, server, "GET", "/api/v1/service", "").get();
        chain.chain.fund(Address.of(service.at("/networks/devnet/fee_payer").stringValue()), BaseUnits.of(1_000_000_000_000L));
        var unusedWebhook = TenantClient.success(http, server, "POST", "/api/v1/webhooks", "{\"url\":\"" + webhooks.url() + "\"}").get();
        stream = Option.some(new StreamListener(http, server, new Random(random.nextLong())));
        try (ExecutorService players = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> playing = new ArrayList<>();
            for (int number = 0; number < histories; number++) {
                int history = number;
                long seed = random.nextLong();
                playing.add(players.submit(() -> {
                    play(history, new Random(seed));
                    return history;
                }));
            }
            for (Run next : runs.tail()) {
                Thread.sleep(500 + random.nextInt(2_500));
                server.stop();
                Thread.sleep(random.nextInt(1_500));
                server.start(next);
            }
            for (Future<?> player : playing) {
                var unused = player.get();
            }
        }
        ForeignClient last = new ForeignClient(chain, random);
        chain.accounts().forEach(last::deposit);
        if (!ticks.cancel(false)) {
            throw new IllegalStateException("the clock has stopped before");
        }
        chain.expireBlockhashes();
        chain.accounts().forEach(account -> account.release(chain.time()));
    }

    private void play(int number, Random choices) throws InterruptedException {
        ForeignClient foreign = new ForeignClient(chain, new Random(choices.nextLong()));
        TenantClient tenant = new TenantClient(http, server, chain, new Random(choices.nextLong()));
        Option<AccountLog> account = number % 2 == 0 ? created(tenant) : imported(tenant, foreign, TestKey.of(choices.nextLong()).address().toString(), choices);
        for (int step = 0; step < steps && account.isDefined(); step++) {
            if (choices.nextBoolean()) {
                foreign.act(account.get());
            } else {
                server.awaitStart();
                tenant.act(account.get());
            }
            Thread.sleep(choices.nextInt(400));
        }
    }

    /** None if the answer got lost. */
    private Option<AccountLog> created(TenantClient tenant) throws InterruptedException {
        server.awaitStart();
        return tenant.create().flatMap(address -> chain.accounts().find(log -> log.ref.address().equals(address)));
    }

    private Option<AccountLog> imported(TenantClient tenant, ForeignClient foreign, String name, Random choices) throws InterruptedException {
        AccountRef ref = foreign.create(name);
        AccountLog log = chain.follow(ref);
        for (int step = 0; step < choices.nextInt(5); step++) {
            foreign.act(log);
        }
        // Time locks that end during the import may be told or not.
        for (UnixTime began = chain.time(); chain.time().secondsSince(began) <= ForeignClient.LONGEST_TIME_LOCK_SECONDS; ) {
            Thread.sleep(100);
        }
        log.forget();
        for (int tries = 0; tenant.importAccount(ref).isEmpty(); tries++) {
            assertTrue(tries < MOST_TRIES, () -> ref + " is not imported: " + log.state());
            server.awaitStart();
            Thread.sleep(100);
        }
        return Option.some(log);
    }

    /**
     * Waits until everything is told that was expected. After a kill the lease of the watcher has to end (25 s), and that of a delivery (30 s). Then
     * nothing more may come.
     */
    void catchUp() throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (Instant.now().isBefore(end) && !isTold()) {
            Thread.sleep(500);
            readOn();
        }
        Thread.sleep(Duration.ofSeconds(2L * RestartedServer.ROUND_SECONDS));
        readOn();
    }

    private boolean isTold() {
        return differences().isEmpty() && SubmissionsTold.problems(pages, chain.landed()).isEmpty() && isDelivered();
    }

    private boolean isDelivered() {
        return webhooks.accepted() >= pages.length() && stream.get().events().length() >= pages.length();
    }

    private void readOn() throws InterruptedException {
        long after = pages.lastOption().map(last -> last.get("position").longValue()).getOrElse(0L);
        pages = pages.appendAll(read(after));
    }

    /** All events after a position. */
    private Array<ObjectNode> read(long after) throws InterruptedException {
        Array<ObjectNode> read = Array.empty();
        String next = Long.toString(after);
        for (int page = 0; page < ALL_PAGES; page++) {
            ObjectNode answer = TenantClient.success(http, server, "GET", "/api/v1/events?limit=50&after=" + next, "").get();
            read = read.appendAll(Array.ofAll(answer.get("items")).map(ObjectNode.class::cast));
            if (answer.get("next_cursor").isNull()) {
                return read;
            }
            next = answer.get("next_cursor").stringValue();
        }
        throw new AssertionError("the pages have no end");
    }

    /** What was told otherwise than it happened. */
    Array<String> differences() {
        Map<String, Integer> landings = chain.accounts().flatMap(AccountLog::changes).flatMap(Change::landing)
                .toMap(landing -> Tuple.of(landing.signature().toString(), landing.number()));
        return chain.accounts().flatMap(account -> {
            Array<ObjectNode> told = of(account.ref.address());
            Array<String> expected = ToldHistory.expected(account.changes());
            Array<String> actual = ToldHistory.told(told, landings, account.changes());
            return expected.equals(actual)
                    ? ToldHistory.disorder(told).map(life -> account.ref.address() + " " + life)
                    : Option.some(difference(account.ref.address(), expected, actual));
        });
    }

    private static String difference(Address account, Array<String> expected, Array<String> actual) {
        int same = expected.zip(actual).takeWhile(pair -> pair._1.equals(pair._2)).length();
        return "%s after %s%n  expected %s%n  told     %s".formatted(account, expected.take(same).takeRight(3), expected.drop(same), actual.drop(same));
    }

    Array<ObjectNode> of(Address account) {
        return pages.filter(event -> event.get("smart_account_address").asString("").equals(account.toString()));
    }

    Array<AccountLog> accounts() {
        return chain.accounts();
    }

    ChainLog chain() {
        return chain;
    }

    /** As they were read on and on. */
    Array<ObjectNode> pages() {
        return pages;
    }

    Array<ObjectNode> readAgain() throws InterruptedException {
        return read(0);
    }

    Array<ObjectNode> streamed() {
        return stream.get().events();
    }

    Array<ObjectNode> delivered() {
        return webhooks.events();
    }

    ObjectNode get(String path) throws InterruptedException {
        return TenantClient.answer(http, server, "GET", path, "")
                .map(response -> Json.parseObject(Bytes.of(response.body().getBytes(StandardCharsets.UTF_8))).get())
                .get();
    }

    @Override
    public void close() {
        clock.shutdownNow().forEach(task -> {});
        if (stream.isDefined()) {
            stream.get().close();
        }
        server.close();
        webhooks.close();
        node.close();
        http.close();
    }
}
