package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.runtime.NetworkParameters;
import org.junit.jupiter.api.Test;

class LifetimesTest {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);

    /** 150 blocks: the validator calls itself healthy up to here. */
    private static final long SECONDS_BEHIND = 60;

    private static final NetworkParameters LONGER_LIFE = new NetworkParameters(5_000, 6_960, 200, 400);

    private final SimulatedChain behind = new SimulatedChain(NOW, LONGER_LIFE);
    private final LatestBlockhash fresh = ahead().latestBlockhash().get();

    @Test
    void aNodeThatIsBehindEndsNoBlockhashTooEarly() {
        assertEquals(fresh.lastValidBlockHeight(), Lifetimes.ofBlockhash(behind).get().lastValidBlockHeight());
    }

    @Test
    void aNodeThatIsBehindEndsNoNonceTooEarly() {
        Lifetime lifetime = Lifetimes.ofNonce(behind, Address.ZERO, fresh.blockhash()).get();

        assertEquals(
                new Lifetime.WhileNonce(
                        Address.ZERO, fresh.blockhash(), behind.latestBlockhash().get().slot() - 4 * 200, fresh.lastValidBlockHeight()),
                lifetime);
    }

    private static SimulatedChain ahead() {
        SimulatedChain chain = new SimulatedChain(NOW, LONGER_LIFE);
        chain.advance(SECONDS_BEHIND);
        return chain;
    }
}
