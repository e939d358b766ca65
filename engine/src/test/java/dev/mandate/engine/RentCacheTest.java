package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.query.RentCache;
import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.control.Either;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RentCacheTest {

    private final EngineFixture fixture = new EngineFixture();
    private final AtomicLong secondsPassed = new AtomicLong();
    private final SilentChain chain = new SilentChain(fixture.chain(), 2);
    private final RentCache memory =
            new RentCache(chain, () -> EngineFixture.START.plusSeconds(secondsPassed.get()));

    @Test
    void aPriceIsAskedOnceInFiveMinutes() {
        Either<ChainFault, BaseUnits> price = fixture.chain().rentExemptMinimum(165);

        assertEquals(price, memory.rentExemptMinimum(165));
        secondsPassed.set(RentCache.SECONDS - 1);
        assertEquals(price, memory.rentExemptMinimum(165));
        assertEquals(1, chain.answersLeft());

        secondsPassed.set(RentCache.SECONDS);
        assertEquals(price, memory.rentExemptMinimum(165));
        assertEquals(0, chain.answersLeft());
    }

    @Test
    void aClockThatWasSetBackIsNoReasonToKeepAPriceLonger() {
        assertEquals(fixture.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));

        secondsPassed.set(-1);

        assertEquals(fixture.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));
        assertEquals(0, chain.answersLeft());
    }

    @Test
    void everyLengthHasItsOwnPriceAndSilenceIsNotRemembered() {
        assertEquals(fixture.chain().rentExemptMinimum(0), memory.rentExemptMinimum(0));
        assertEquals(fixture.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));

        assertEquals(Either.left(SilentChain.FAULT), memory.rentExemptMinimum(82));
        assertEquals(fixture.chain().rentExemptMinimum(0), memory.rentExemptMinimum(0));
    }
}
