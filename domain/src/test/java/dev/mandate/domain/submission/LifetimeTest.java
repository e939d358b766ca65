package dev.mandate.domain.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class LifetimeTest {

    private static final Blockhash HELD = new Blockhash(Bytes32.ZERO);
    private static final Blockhash OTHER = new Blockhash(Bytes32.of(new byte[] {
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
    }));

    private static String state(Lifetime lifetime, long height, Option<Blockhash> nonce) {
        LifetimeReading reading = new LifetimeReading(height, nonce);
        return (lifetime.canLand(reading) ? "open" : "closed") + (lifetime.isOver(reading) ? ", over" : "");
    }

    /** Nodes may be behind, so it is over only a margin later. */
    @Test
    void aBlockhashEndsWithItsLastBlock() {
        assertEquals(
                Array.of("open", "closed", "closed", "closed, over"),
                Array.of(100L, 101L, 132L, 133L).map(height -> state(new Lifetime.UntilBlock(0, 100), height, Option.none())));
    }

    @Test
    void aNonceEndsWhenItIsAdvanced() {
        Lifetime nonce = new Lifetime.WhileNonce(Address.ZERO, HELD, 0, 100);

        assertEquals("open", state(nonce, 1_000, Option.some(HELD)));
        assertEquals(
                Array.of("open", "closed", "closed, over"), Array.of(100L, 132L, 133L).map(height -> state(nonce, height, Option.some(OTHER))));
        assertEquals("closed, over", state(nonce, 133, Option.none()));
    }
}
