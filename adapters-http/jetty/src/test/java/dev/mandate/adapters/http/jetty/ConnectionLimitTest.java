package dev.mandate.adapters.http.jetty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionLimitTest {

    private static final long MIB = 1024 * 1024;

    @ParameterizedTest
    @CsvSource({
        "1024, 8192, 512, half of the files",
        "1048576, 128, 128, as many as find room in half of the memory with a body twice",
        "1048576, 8192, 4096, never more",
        "1, 128, 1, never none"
    })
    void areAsManyAsTheProcessCanBear(long files, long mebibytes, int places, String why) {
        assertEquals(places, ConnectionLimit.of(files, mebibytes * MIB), why);
    }

    @Test
    void filesAreReadAsLinuxTellsThem() {
        String limits =
                """
                Limit                     Soft Limit           Hard Limit           Units
                Max core file size        0                    unlimited            bytes
                Max open files            %-20s 1048576              files
                Max locked memory         8388608              8388608              bytes
                """;

        assertEquals(160, ConnectionLimit.maxFiles(limits.formatted("160")));
        assertEquals(Long.MAX_VALUE, ConnectionLimit.maxFiles(limits.formatted("unlimited")));
    }

    @Test
    void thisProcessHasSome() {
        int places = ConnectionLimit.ofThisProcess();

        assertTrue(1 < places && places <= ConnectionLimit.MAX, () -> places + " places");
    }
}
