package dev.mandate.benchmarks.load;

import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, and what the kernel says of it (Linux's /proc). */
final class ServerProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("\"http_port\":(\\d+)");
    private static final Pattern TOLD = Pattern.compile("-Xm[nsx].*|-XX:(?!SharedArchiveFile).*|-Djdk\\..*");
    private static final long TICKS_PER_SECOND = 100;

    private final Process process;
    private final int port;
    private final Duration start;

    private ServerProcess(Process process, int port, Duration start) {
        this.process = process;
        this.port = port;
        this.start = start;
    }

    /** Starts {@code command}, and waits for the line in which it says that it is ready and where. Its log goes to {@code log}. */
    static ServerProcess start(Seq<String> command, Path log) throws IOException {
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(command.asJava())
                .redirectError(log.toFile())
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher port = PORT.matcher(line);
            if (port.find()) {
                return new ServerProcess(
                        process, Integer.parseInt(port.group(1)), Duration.ofNanos(System.nanoTime() - begun));
            }
        }
        throw new IOException("the server ended before it was ready; see " + log);
    }

    int port() {
        return port;
    }

    /** What its JVM was told of memory, collector, compilers and threads. */
    Array<String> options() throws IOException {
        return Array.of(Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline")).split("\0", -1))
                .filter(option -> TOLD.matcher(option).matches());
    }

    /** From the start of the process to the line that said ready. */
    Duration start() {
        return start;
    }

    /** Processor time that the process has taken so far, on all cores, in its own code and in the kernel's. */
    Duration processorTime() throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
        // After the name, which is in parentheses and may hold anything: state is field 3, utime 14, stime 15.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
    }

    /** BoundedCache that is resident, in megabytes of 1,000,000 bytes. */
    long residentMegabytes() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1_024 / 1_000_000)
                .findFirst()
                .orElseThrow(() -> new IOException("the kernel says nothing of the server's memory"));
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the server did not stop when it was told to");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
