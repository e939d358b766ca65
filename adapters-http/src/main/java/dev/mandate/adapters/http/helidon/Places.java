package dev.mandate.adapters.http.helidon;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How many clients may be connected at a time: so many that a process is not brought down by them, whatever they do. */
final class Places {

    /** More than proxies keep open, and few enough to be looked through in no time. */
    static final int MOST = 4_096;

    /** What a client can have the server hold before it is known: a body twice, as it comes in and as a whole. */
    private static final long BYTES_EACH = 512 * 1024;

    private static final Path PROCESS = Path.of("/proc/self");
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files +(?<soft>\\d+|unlimited) ");

    private Places() {}

    /** As many as this process's files and memory allow. */
    static int ofThisProcess() {
        return of(unopenedFiles(), Runtime.getRuntime().maxMemory());
    }

    /**
     * Half of what there is: the store, the log and the work itself need the other.
     *
     * @param files how many more the process may open
     * @param memory in bytes
     */
    static int of(long files, long memory) {
        return Math.clamp(Math.min(files / 2, memory / 2 / BYTES_EACH), 1, MOST);
    }

    /** Linux says it in files; to ask the JVM, as elsewhere, takes 40 ms of the start. */
    private static long unopenedFiles() {
        try (Stream<Path> open = Files.list(PROCESS.resolve("fd"))) {
            return mostFiles(Files.readString(PROCESS.resolve("limits"))) - open.count();
        } catch (IOException notLinux) {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount()
                    : Long.MAX_VALUE;
        }
    }

    /** @param limits as Linux tells them in {@code /proc/PID/limits} */
    static long mostFiles(String limits) {
        Matcher files = OPEN_FILES.matcher(limits);
        return files.find() && !files.group("soft").equals("unlimited") ? Long.parseLong(files.group("soft")) : Long.MAX_VALUE;
    }
}
