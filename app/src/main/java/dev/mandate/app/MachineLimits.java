package dev.mandate.app;

import com.sun.management.UnixOperatingSystemMXBean;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.lang.management.ManagementFactory;

/** The memory and the open files that the machine gives this process, and the least that it needs. */
final class MachineLimits {

    /** An idle server has about 110 files open. */
    private static final long LEAST_FILES = 200;

    /** Argon2id alone takes 64 MiB when the vault is opened. A JVM with -Xmx128m reports a little less. */
    private static final long LEAST_HEAP_MIB = 112;

    private static final Set<String> WITH_A_VAULT = HashSet.of("serve", "demo", "vault");
    private static final long MIB = 1 << 20;

    private MachineLimits() {}

    /** What is too low for {@code command}, each in one line that says what to do. */
    static Array<String> problems(String command) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? problems(command, Runtime.getRuntime().maxMemory(), unix.getMaxFileDescriptorCount())
                : problems(command, Runtime.getRuntime().maxMemory(), LEAST_FILES);
    }

    static Array<String> problems(String command, long heapBytes, long files) {
        Option<String> heap = Option.when(
                heapBytes < LEAST_HEAP_MIB * MIB,
                () -> "the JVM may use only " + heapBytes / MIB + " MiB of memory for objects. Give it 128 or more: JAVA_TOOL_OPTIONS=-Xmx128m, or a"
                        + " larger machine or container.");
        Option<String> open = Option.when(
                files < LEAST_FILES,
                () -> "only " + files + " files may be open, and " + LEAST_FILES + " are needed. Raise the limit: ulimit -n 4096, or LimitNOFILE=4096"
                        + " in a unit of systemd.");
        return WITH_A_VAULT.contains(command) ? heap.toArray().appendAll(open) : Array.empty();
    }
}
