package dev.mandate.simulator.keys;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.LogSigner;

/** Signs checkpoints with a {@link TestKey}. Anyone can forge such signatures. */
public final class TestLogSigner implements LogSigner {

    private final TestKey key;

    /** Creates a signer with the key of {@code label}. */
    public TestLogSigner(String label) {
        this.key = TestKey.of(label);
    }

    @Override
    public Bytes32 key() {
        return key.address().bytes();
    }

    @Override
    public Signature sign(Bytes checkpoint) {
        return key.sign(checkpoint);
    }
}
