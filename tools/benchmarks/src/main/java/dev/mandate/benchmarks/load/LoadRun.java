package dev.mandate.benchmarks.load;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Starts the server as {@code ./mandate serve} does, and a bare echo, each in a process of its own; measures the server's start and its
 * memory when idle; asks it to prepare a transfer over 64 connections, in short turns with the echo and with JMH, so that all of them meet
 * the same machine; and prints rates, processor time for each request, and latencies at half the highest rate.
 */
public final class LoadRun {

    private static final int CONNECTIONS = 64;
    private static final int STARTS = 5;
    private static final int ROUNDS = 20;
    private static final int COUNTED = 15;
    private static final int AT_HALF = 3;
    private static final int WARMING_TURNS = 8;
    private static final int MOST_WARMING = 16;
    private static final int AS_FAST_AS_IT_GETS = 3;
    private static final double GETS_FASTER = 1.03;
    private static final int TRIES = 4;
    private static final double DISTURBED = 0.01;
    private static final String KEY = "load-load-load-load";
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final Duration STEADY = Duration.ofSeconds(10);

    private final Path java;
    private final Path launcher;
    private final Path place;
    private final Duration turn;

    private LoadRun(Path java, Path launcher, Path place, Duration turn) {
        this.java = java;
        this.launcher = launcher;
        this.place = place;
        this.turn = turn;
    }

    /**
     * Takes the JDK's {@code java}, the launcher, a folder for data and logs, and how many seconds a turn lasts.
     */
    public static void main(String[] arguments) throws Exception {
        new LoadRun(
                        Path.of(arguments[0]),
                        Path.of(arguments[1]),
                        Files.createDirectories(Path.of(arguments[2])),
                        Duration.ofSeconds(Long.parseLong(arguments[3])))
                .run();
    }

    private void run() throws IOException, InterruptedException {
        starts();
        try (ServerProcess mandate = mandate("load")) {
            Connection.Answer answer;
            byte[] request;
            try (Connection line = new Connection(mandate.port())) {
                SimulatedServer server = new SimulatedServer(line, KEY);
                request = server.request(new Scene(server).prepare());
                answer = line.exchange(request);
            }
            try (ServerProcess echo = echo(mandate, answer.body().length())) {
                System.out.printf("a request of %,d bytes, an answer of %,d%n", request.length, answer.body().length());
                compare(mandate, echo, request);
            }
        }
    }

    private void starts() throws IOException, InterruptedException {
        for (int start = 1; start <= STARTS; start++) {
            note("start " + start + " of " + STARTS);
            Stolen earlier = Stolen.now();
            try (ServerProcess mandate = mandate("start-" + start)) {
                double stolen = Stolen.now().shareSince(earlier);
                Thread.sleep(IDLE);
                System.out.printf(
                        "ready after %.2f s, %.1f %% of the processors stolen meanwhile; %d MB resident %d s later%n",
                        mandate.start().toMillis() / 1_000.0, 100 * stolen, mandate.residentMegabytes(), IDLE.toSeconds());
            }
        }
    }

    private void compare(ServerProcess mandate, ServerProcess echo, byte[] request) throws IOException, InterruptedException {
        Load prepare = new Load(mandate, request, CONNECTIONS);
        Load bare = new Load(echo, request, CONNECTIONS);
        int cores = Runtime.getRuntime().availableProcessors();
        try (BuildTime alone = jmh(TenantServiceBenchmark.class, "prepare", mandate, 1);
                BuildTime everywhere = jmh(TenantServiceBenchmark.class, "prepare", mandate, cores);
                BuildTime service = jmh(ServiceBenchmark.class, "prepare", mandate, cores)) {
            warm(prepare);
            warm(bare);
            for (int i = 0; i < WARMING_TURNS; i++) {
                note("warming JMH up: %.1f µs on one core, %.1f on all, the service %.1f"
                        .formatted(alone.turn(), everywhere.turn(), service.turn()));
            }
            Array<Round> rounds = Array.empty();
            for (int i = 1; i <= ROUNDS; i++) {
                Round round = Round.of(prepare, bare, alone, everywhere, service, turn);
                note("round %d of %d: %s".formatted(i, ROUNDS, round));
                rounds = rounds.append(round);
            }
            Array<Round> counted = rounds.sortBy(Round::stolen).take(COUNTED);
            print(counted);
            atHalf(prepare, mean(counted, round -> round.prepare().perSecond()) / 2);
        }
    }

    private BuildTime jmh(Class<?> benchmark, String method, ServerProcess like, int threads) throws IOException {
        return BuildTime.start(
                benchmark,
                method,
                like.options(),
                threads,
                WARMING_TURNS + ROUNDS,
                turn,
                place.resolve(benchmark.getSimpleName() + "-" + threads + ".log"));
    }

    /** The rounds that others disturbed least: neither of them nor of the others is it known here what came of it. */
    private static void print(Array<Round> rounds) {
        System.out.printf("%nmeans of the %d rounds of %d in which others took least of the processors%n", COUNTED, ROUNDS);
        print("prepare, a second", rounds, round -> round.prepare().perSecond());
        print("echo, a second", rounds, round -> round.echo().perSecond());
        print("prepare, µs of processor time each", rounds, Round::prepareMicros);
        print("echo asked as often, µs of processor time", rounds, Round::oftenMicros);
        print("echo at full speed, µs of processor time", rounds, Round::echoMicros);
        print("build and simulation by JMH, µs on one core", rounds, Round::oneCoreMicros);
        print("build and simulation by JMH, µs on all cores", rounds, Round::allCoresMicros);
        print("the service without a socket by JMH, µs on all cores", rounds, Round::serviceMicros);
        print("processors stolen, %", rounds, round -> 100 * round.stolen());
        print("prepare, 99 % within ms at full speed", rounds, round -> round.prepare().withinMillis(0.99));
        System.out.println();
        bound(rounds, "1.5 × (echo asked as often + JMH on all cores)", it -> 1.5 * (it.oftenMicros() + it.allCoresMicros()));
        bound(rounds, "1.5 × (echo asked as often + JMH on one core)", it -> 1.5 * (it.oftenMicros() + it.oneCoreMicros()));
        bound(rounds, "1.5 × echo asked as often + JMH on all cores", it -> 1.5 * it.oftenMicros() + it.allCoresMicros());
        bound(rounds, "1.5 × echo asked as often + JMH on one core", it -> 1.5 * it.oftenMicros() + it.oneCoreMicros());
        bound(rounds, "1.5 × (echo at full speed + JMH on all cores)", it -> 1.5 * (it.echoMicros() + it.allCoresMicros()));
        bound(rounds, "1.5 × (echo at full speed + JMH on one core)", it -> 1.5 * (it.echoMicros() + it.oneCoreMicros()));
        bound(rounds, "1.5 × echo at full speed + JMH on all cores", it -> 1.5 * it.echoMicros() + it.allCoresMicros());
        bound(rounds, "1.5 × echo at full speed + JMH on one core", it -> 1.5 * it.echoMicros() + it.oneCoreMicros());
        System.out.println();
    }

    private static void bound(Array<Round> rounds, String kind, ToDoubleFunction<Round> micros) {
        double bound = mean(rounds, micros);
        double share = mean(rounds, Round::prepareMicros) / bound;
        System.out.printf("%-46s %5.1f µs: a prepare takes %.0f %% of it%n", kind, bound, 100 * share);
    }

    private static void print(String name, Array<Round> rounds, ToDoubleFunction<Round> figure) {
        System.out.printf(
                "%-52s %,10.1f   from %,.1f to %,.1f%n",
                name,
                mean(rounds, figure),
                rounds.map(figure::applyAsDouble).min().get(),
                rounds.map(figure::applyAsDouble).max().get());
    }

    private static double mean(Array<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.map(figure::applyAsDouble).sum().doubleValue() / rounds.size();
    }

    private static void atHalf(Load prepare, double rate) throws IOException {
        for (int time = 1; time <= AT_HALF; time++) {
            note("half of the highest rate, %d of %d".formatted(time, AT_HALF));
            Load.Outcome half = undisturbed(() -> prepare.at(rate, STEADY));
            System.out.printf(
                    "at half of it, %,.0f a second: 50 %% within %.2f ms, 99 %% within %.2f ms, 99.9 %% within %.2f ms; %.1f %% stolen%n",
                    half.perSecond(),
                    half.withinMillis(0.5),
                    half.withinMillis(0.99),
                    half.withinMillis(0.999),
                    100 * half.stolen());
        }
    }

    /**
     * Until it gets no faster, several times in a row: compilers share the processors with what they compile, and take a while, and a
     * disturbed measurement looks like the end of it.
     */
    private static void warm(Load load) throws IOException {
        double best = 0;
        int noFaster = 0;
        for (int i = 0; i < MOST_WARMING && noFaster < AS_FAST_AS_IT_GETS; i++) {
            double rate = load.atFullSpeed(STEADY).perSecond();
            note("warming up: %,.0f a second".formatted(rate));
            noFaster = rate < best * GETS_FASTER ? noFaster + 1 : 0;
            best = Math.max(best, rate);
        }
    }

    private interface Measurement<M> {
        M take() throws IOException;
    }

    /** Measures again while other machines take more than a little; of several tries the one that they disturbed least. */
    private static <M extends Stolen.During> M undisturbed(Measurement<M> measurement) throws IOException {
        M least = measurement.take();
        double last = least.stolen();
        for (int tries = 1; tries < TRIES && last > DISTURBED; tries++) {
            note("other machines took %.1f %% of the processors: once more".formatted(100 * last));
            M again = measurement.take();
            last = again.stolen();
            least = last < least.stolen() ? again : least;
        }
        return least;
    }

    private ServerProcess mandate(String folder) throws IOException {
        Path data = Files.createTempDirectory(place, folder);
        return ServerProcess.start(
                Array.of(
                        launcher.toString(),
                        "serve",
                        "--chain=simulated",
                        "--http-port=0",
                        "--data-dir=" + data,
                        "--bootstrap-api-key=" + KEY,
                        "--requests-per-key-per-second=0"),
                place.resolve(folder + ".log"));
    }

    /** With the options that the launcher gave the server's JVM. */
    private ServerProcess echo(ServerProcess like, int answer) throws IOException {
        return ServerProcess.start(
                Array.of(java.toString())
                        .appendAll(like.options())
                        .append("-cp")
                        .append(System.getProperty("java.class.path"))
                        .append(EchoServer.class.getName())
                        .append(Integer.toString(answer)),
                place.resolve("echo.log"));
    }

    private static void note(String text) {
        System.err.println(text + " …");
    }
}
