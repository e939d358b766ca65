package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.testkit.told.Mishaps;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchTest {

    @Test
    void aLookThatFailsIsToldAndKeepsNoOtherFromBeingTaken() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(2);
        IllegalStateException fault = new IllegalStateException("as it should be in this test");
        try (Mishaps mishaps = Mishaps.kept()) {
            Watch watch = Watch.over(
                    () -> {
                        throw fault;
                    },
                    taken::countDown);

            assertTrue(taken.await(30, TimeUnit.SECONDS));
            watch.close();
            assertEquals(fault, mishaps.told().head());
        }
    }
}
