package dev.mandate.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How much of this machine's processors went to other machines beside it, where it is a virtual one (Linux's /proc/stat). While the
 * hypervisor has taken a processor nothing is answered: a latency then tells of the neighbours.
 *
 * @param taken ticks that others had
 * @param all ticks of all processors
 */
record Stolen(long taken, long all) {

    /** What was measured, and which share of the processors, from 0 to 1, other machines had meanwhile. */
    interface During {
        double stolen();
    }

    /** Since the machine was started. */
    static Stolen now() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            // cpu, and then ticks: user, nice, system, idle, iowait, irq, softirq, steal; what follows is counted among these already.
            long[] ticks = lines.findFirst().stream()
                    .flatMap(line -> Arrays.stream(line.trim().split(" +", -1)).skip(1).limit(8))
                    .mapToLong(Long::parseLong)
                    .toArray();
            return new Stolen(ticks.length < 8 ? 0 : ticks[7], Arrays.stream(ticks).sum());
        }
    }

    /** The share since {@code earlier}, from 0 to 1. */
    double shareSince(Stolen earlier) {
        return all == earlier.all ? 0 : (double) (taken - earlier.taken) / (all - earlier.all);
    }
}
