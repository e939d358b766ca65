package dev.mandate.testkit.keys;

import dev.mandate.ports.spi.keys.InMemorySigner;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import org.junit.jupiter.api.Nested;

class InMemorySignerTest {

    private static final TestKey FIRST = TestKey.of("first");
    private static final TestKey SECOND = TestKey.of("second");

    @Nested
    class OfKeys extends TransactionSignerContract {
        @Override
        protected SignerUnderTest fresh() {
            return new SignerUnderTest(InMemorySigner.of(FIRST.key(), SECOND.key()), FIRST.address(), SECOND.address());
        }
    }

    @Nested
    class OfTestKeys extends TransactionSignerContract {
        @Override
        protected SignerUnderTest fresh() {
            return new SignerUnderTest(KeyRing.of(FIRST).with(SECOND), FIRST.address(), SECOND.address());
        }
    }
}
