package dev.mandate.testkit.keys;

import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.simulator.keys.TestLogSigner;

class TestLogSignerTest extends LogSignerContract {
    @Override
    protected LogSigner fresh() {
        return new TestLogSigner("log");
    }
}
