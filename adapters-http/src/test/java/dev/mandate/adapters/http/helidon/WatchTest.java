package dev.mandate.adapters.http.helidon;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchTest {

    @Test
    void aLookThatFailsKeepsNoOtherFromBeingTaken() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(2);
        Runnable failing = () -> {
            throw new IllegalStateException("as it should be in this test");
        };
        Watch watch = Watch.over(failing, taken::countDown);

        assertTrue(taken.await(30, TimeUnit.SECONDS));
        watch.close();
    }
}
