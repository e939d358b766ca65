package dev.mandate.ports.spi.audit;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;

/** Names a journal: random bytes that are recorded in it once. A copy of a journal has the same name. */
public record JournalId(Bytes32 value) {

    /** 64 hexadecimal digits. */
    @Override
    public String toString() {
        return Bytes.of(value.toArray()).toHex();
    }
}
