package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

class MachineLimitsTest {

    private static final long MIB = 1 << 20;

    @Test
    void aServerWithTooLittleIsToldWhatToDo() {
        assertEquals(
                Array.of(
                        "the JVM may use only 62 MiB of memory for objects. Give it 128 or more: JAVA_TOOL_OPTIONS=-Xmx128m, or a larger machine or"
                                + " container.",
                        "only 64 files may be open, and 200 are needed. Raise the limit: ulimit -n 4096, or LimitNOFILE=4096 in a unit of systemd."),
                MachineLimits.problems("serve", 62 * MIB, 64));
        assertEquals(Array.empty(), MachineLimits.problems("serve", 112 * MIB, 200));
    }

    @Test
    void commandsThatOpenNoVaultNeedLess() {
        assertEquals(Array.empty(), MachineLimits.problems("api-key", 32 * MIB, 100));
        assertEquals(1, MachineLimits.problems("demo", 32 * MIB, 200).length());
    }
}
