package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.ChainFault;
import io.vavr.control.Either;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RentCacheTest {

    private final Scene scene = new Scene();
    private final AtomicLong secondsPassed = new AtomicLong();
    private final SilentChain chain = new SilentChain(scene.chain(), 2);
    private final RentCache memory =
            new RentCache(chain, () -> Scene.START.plusSeconds(secondsPassed.get()));

    @Test
    void aPriceIsAskedOnceAnHour() {
        Either<ChainFault, BaseUnits> price = scene.chain().rentExemptMinimum(165);

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
        assertEquals(scene.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));

        secondsPassed.set(-1);

        assertEquals(scene.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));
        assertEquals(0, chain.answersLeft());
    }

    @Test
    void everyLengthHasItsOwnPriceAndSilenceIsNotRemembered() {
        assertEquals(scene.chain().rentExemptMinimum(0), memory.rentExemptMinimum(0));
        assertEquals(scene.chain().rentExemptMinimum(165), memory.rentExemptMinimum(165));

        assertEquals(Either.left(SilentChain.FAULT), memory.rentExemptMinimum(82));
        assertEquals(scene.chain().rentExemptMinimum(0), memory.rentExemptMinimum(0));
    }
}
