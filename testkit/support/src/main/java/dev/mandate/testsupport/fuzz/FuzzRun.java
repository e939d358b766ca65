package dev.mandate.testsupport.fuzz;

import io.vavr.collection.Array;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Plays random inputs, one after another. No input may throw, and none may take longer than half a minute. {@code ./mvnw verify} plays few,
 * {@code -Pfuzz} plays {@code mandate.fuzz.inputs} in all fuzz tests together.
 */
public final class FuzzRun {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration TICK = Duration.ofMillis(100);

    private static final int IN_VERIFY = 5_000;
    private static final long INPUTS = Long.getLong("mandate.fuzz.inputs", IN_VERIFY);
    private static final long SEED = Long.getLong("mandate.fuzz.seed", 1);
    /** Plays this input alone. */
    private static final long ONLY = Long.getLong("mandate.fuzz.only", -1);

    private static final int MOST_FAILURES = 20;
    private static final int FRAMES = 12;

    private final Map<String, String> failures = new LinkedHashMap<>();
    private final AtomicLong number = new AtomicLong();

    private FuzzRun() {}

    /**
     * Plays a part of all inputs, and fails with each kind of failure once.
     *
     * @param percent of all inputs
     * @param input plays one, of which everything is decided by the random numbers
     */
    public static void play(int percent, Consumer<Random> input) {
        new FuzzRun().run(inputs(percent), input);
    }

    /** The number of inputs that {@code percent} of all are. */
    public static int inputs(int percent) {
        return Math.toIntExact(INPUTS * percent / 100);
    }

    private void run(int inputs, Consumer<Random> input) {
        Thread player = Thread.ofPlatform().name("fuzz").daemon().start(() -> {
            for (long next = Math.max(ONLY, 0); next < (ONLY < 0 ? inputs : ONLY + 1) && failures.size() < MOST_FAILURES; next++) {
                play(next, input);
            }
        });
        long ticks = await(player);
        if (INPUTS > IN_VERIFY) {
            long seconds = TICK.multipliedBy(ticks).plusSeconds(1).toSeconds();
            System.out.println(inputs + " inputs in " + seconds + " s: " + inputs / seconds + " a second");
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " failures\n" + String.join("\n", failures.values()));
        }
    }

    private void play(long next, Consumer<Random> input) {
        number.set(next);
        try {
            input.accept(new Random(SEED * 1_000_003 + next));
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            String stack = Array.of(e.getStackTrace()).take(FRAMES).map(frame -> "    at " + frame).mkString("\n");
            failures.putIfAbsent(kind(e), "input %s of seed %s: %s%n%s".formatted(next, SEED, e, stack));
        }
    }

    private static String kind(Throwable thrown) {
        return thrown.getClass() + Array.of(thrown.getStackTrace()).take(2).map(StackTraceElement::toString).mkString();
    }

    /** Returns how often it looked until the end. */
    private long await(Thread player) {
        try {
            long last = -1;
            long ticks = 0;
            for (long sameTicks = 0; !player.join(TICK); ticks++) {
                sameTicks = number.get() == last ? sameTicks + 1 : 0;
                last = number.get();
                if (TICK.multipliedBy(sameTicks).compareTo(LONGEST) > 0) {
                    throw new AssertionError("input %s of seed %s hangs%n%s".formatted(last, SEED, stack(player)));
                }
            }
            return ticks;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String stack(Thread player) {
        return Array.of(player.getStackTrace()).take(2 * FRAMES).toJavaStream().map(frame -> "    at " + frame).collect(Collectors.joining("\n"));
    }
}
