package dev.mandate.adapters.http.jetty;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Computes how many connections a process can hold open without running out of files or memory. */
final class ConnectionLimit {

    /** More than proxies keep open, and few enough for a fast scan. */
    static final int MAX = 4_096;

    /** The memory that one client can occupy: a request's body twice, in parts and as a whole. */
    private static final long BYTES_EACH = 512 * 1024;

    private static final Path PROCESS = Path.of("/proc/self");
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(?<soft>\\d+|unlimited) ");

    private ConnectionLimit() {}

    /** Returns the limit for this process's files and memory. */
    static int ofThisProcess() {
        return of(unopenedFiles(), Runtime.getRuntime().maxMemory());
    }

    /**
     * Uses half of the files and of the memory; store, log and work need the other half.
     *
     * @param files how many more files the process may open
     * @param memory in bytes
     */
    static int of(long files, long memory) {
        return Math.clamp(Math.min(files / 2, memory / 2 / BYTES_EACH), 1, MAX);
    }

    /** Linux has the numbers in files. Other systems ask the JVM, which adds 40 ms to the start. */
    private static long unopenedFiles() {
        try (Stream<Path> open = Files.list(PROCESS.resolve("fd"))) {
            return maxFiles(Files.readString(PROCESS.resolve("limits"))) - open.count();
        } catch (IOException notLinux) {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount()
                    : Long.MAX_VALUE;
        }
    }

    /** @param limits the text of {@code /proc/PID/limits} */
    static long maxFiles(String limits) {
        Matcher files = OPEN_FILES.matcher(limits);
        return files.find() && !files.group("soft").equals("unlimited") ? Long.parseLong(files.group("soft")) : Long.MAX_VALUE;
    }
}
