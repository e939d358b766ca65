package dev.mandate.benchmarks.load;

import io.vavr.collection.Array;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * Starts the server as {@code ./mandate serve} does, and a bare echo, each in a process of its own; measures the server's start and its
 * memory when idle; asks it to prepare a transfer over 64 connections, in turns with the echo; and prints rates, processor time for each
 * request, and latencies at half the highest rate.
 */
public final class LoadRun {

    private static final int CONNECTIONS = 64;
    private static final int STARTS = 5;
    private static final int ROUNDS = 3;
    private static final int MOST_WARMING = 16;
    private static final int AS_FAST_AS_IT_GETS = 3;
    private static final double GETS_FASTER = 1.03;
    private static final int TRIES = 4;
    private static final double DISTURBED = 0.01;
    private static final String KEY = "load-load-load-load";
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final Path java;
    private final Path launcher;
    private final Path place;
    private final Duration time;

    private LoadRun(Path java, Path launcher, Path place, Duration time) {
        this.java = java;
        this.launcher = launcher;
        this.place = place;
        this.time = time;
    }

    /**
     * Takes the JDK's {@code java}, the launcher, a folder for data and logs, and how many seconds each measurement lasts.
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
                request = new Scene(line, KEY).prepare();
                answer = line.exchange(request);
            }
            try (ServerProcess echo = echo(mandate, answer.body().length())) {
                System.out.printf("a request of %,d bytes, an answer of %,d%n", request.length, answer.body().length());
                BuildTime build = new BuildTime(mandate.options(), place.resolve("jmh.log"));
                compare(new Load(mandate, request, CONNECTIONS), new Load(echo, request, CONNECTIONS), build);
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

    private void compare(Load prepare, Load echo, BuildTime build) throws IOException {
        warm(prepare);
        warm(echo);
        Array<BuildTime.Outcome> alone = Array.empty();
        Array<BuildTime.Outcome> everywhere = Array.empty();
        Array<Load.Outcome> prepared = Array.empty();
        Array<Load.Outcome> echoed = Array.empty();
        Array<Load.Outcome> echoedAsOften = Array.empty();
        for (int round = 1; round <= ROUNDS; round++) {
            note("round " + round + " of " + ROUNDS);
            Load.Outcome outcome = undisturbed(() -> prepare.atFullSpeed(time));
            prepared = prepared.append(outcome);
            echoed = echoed.append(undisturbed(() -> echo.atFullSpeed(time)));
            echoedAsOften = echoedAsOften.append(undisturbed(() -> echo.at(outcome.perSecond(), time)));
            alone = alone.append(undisturbed(build::onOneCore));
            everywhere = everywhere.append(undisturbed(build::onAllCores));
        }
        double peak = mean(prepared, Load.Outcome::perSecond);
        print("prepare, a second", prepared, Load.Outcome::perSecond);
        print("echo, a second", echoed, Load.Outcome::perSecond);
        print("prepare, µs of processor time each", prepared, Load.Outcome::processorMicros);
        print("echo at the same rate, µs of processor time", echoedAsOften, Load.Outcome::processorMicros);
        print("echo at full speed, µs of processor time", echoed, Load.Outcome::processorMicros);
        print("the engine's prepare by itself, µs on one core", alone, BuildTime.Outcome::engineMicros);
        print("the simulation by itself, µs on one core", alone, BuildTime.Outcome::simulationMicros);
        print("the engine's prepare by itself, µs on all cores", everywhere, BuildTime.Outcome::engineMicros);
        print("the simulation by itself, µs on all cores", everywhere, BuildTime.Outcome::simulationMicros);
        double often = mean(echoedAsOften, Load.Outcome::processorMicros);
        double fast = mean(echoed, Load.Outcome::processorMicros);
        double onOne = mean(alone, BuildTime.Outcome::micros);
        double onAll = mean(everywhere, BuildTime.Outcome::micros);
        bound("at the same rate", often, "all cores", onAll);
        bound("at the same rate", often, "one core", onOne);
        bound("at full speed", fast, "all cores", onAll);
        bound("at full speed", fast, "one core", onOne);
        print("prepare, 99 % within ms at full speed", prepared, outcome -> outcome.withinMillis(0.99));
        stolen("prepare", prepared);
        stolen("echo", echoed);
        stolen("echo at the same rate", echoedAsOften);
        stolen("JMH on one core", alone);
        stolen("JMH on all cores", everywhere);
        for (int round = 1; round <= ROUNDS; round++) {
            note("half of the highest rate, round " + round + " of " + ROUNDS);
            Load.Outcome half = undisturbed(() -> prepare.at(peak / 2, time));
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
    private void warm(Load load) throws IOException {
        double best = 0;
        int noFaster = 0;
        for (int i = 0; i < MOST_WARMING && noFaster < AS_FAST_AS_IT_GETS; i++) {
            double rate = load.atFullSpeed(time).perSecond();
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

    private static void bound(String rate, double echo, String cores, double build) {
        System.out.printf("1.5 × the echo's %s + engine and simulation on %s: %,.1f µs%n", rate, cores, 1.5 * echo + build);
    }

    private static void stolen(String measured, Array<? extends Stolen.During> rounds) {
        print(measured + ", % of the processors stolen", rounds, during -> 100 * during.stolen());
    }

    private static <R> void print(String name, Array<? extends R> rounds, ToDoubleFunction<R> figure) {
        System.out.printf(
                "%-48s %,10.1f   of each round %s%n",
                name,
                mean(rounds, figure),
                rounds.map(outcome -> "%,.1f".formatted(figure.applyAsDouble(outcome))).mkString(" "));
    }

    private static <R> double mean(Array<? extends R> rounds, ToDoubleFunction<R> figure) {
        return rounds.map(figure::applyAsDouble).sum().doubleValue() / rounds.size();
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
