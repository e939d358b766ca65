package dev.mandate.simulator;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The recent blockhashes. They are the same on every run: each one is derived from the one before. */
final class Blockhashes {

    private final Map<Blockhash, Long> slots = new LinkedHashMap<>();
    private final long lifeBlocks;
    private Blockhash latest = new Blockhash(Bytes32.ZERO);

    /** @param lifeBlocks each is valid for this many blocks after its own; every slot has a block */
    Blockhashes(long lifeBlocks) {
        this.lifeBlocks = lifeBlocks;
    }

    Blockhash latest() {
        return latest;
    }

    /** Creates the blockhash of {@code slot} and removes expired ones. */
    void next(long slot) {
        latest = new Blockhash(Sha256.of(ByteBuffer.allocate(40)
                .put(latest.bytes().toArray())
                .putLong(slot)
                .array()));
        slots.put(latest, slot);
        Iterator<Long> oldest = slots.values().iterator();
        while (oldest.hasNext() && slot - oldest.next() > lifeBlocks) {
            oldest.remove();
        }
    }

    boolean isAlive(Blockhash hash, long slot) {
        @Nullable Long made = slots.get(hash);
        return made != null && slot - made <= lifeBlocks;
    }
}
