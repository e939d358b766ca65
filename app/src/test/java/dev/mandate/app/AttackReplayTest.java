package dev.mandate.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** {@code mandate demo --explain}. */
class AttackReplayTest extends CommandFixture {

    @Test
    void tellsWhatTheApprovalHidAndForHowLongItWasGood() {
        assertEquals(0, mandate("demo", "--explain"), err::toString);
        String told = out.toString();
        String bytes = told.substring(told.indexOf("\n3  "), told.indexOf("\n4  "));
        String chain = told.substring(told.indexOf("\n4  "), told.indexOf("\n5  "));

        assertTrue(told.contains("with the key of Bob alone can be executed: transaction 1"), told);
        assertTrue(bytes.contains("is not understood"), bytes);
        assertTrue(bytes.contains("content_unread"), bytes);
        assertTrue(chain.contains("sends 285 SOL to"), chain);
        assertTrue(chain.contains("durable_nonce"), chain);
        assertTrue(chain.contains("time_lock_zero"), chain);
        assertTrue(chain.contains("(mallory) advances the nonce"), chain);
        assertTrue(told.contains("the account has 0 SOL, Mallory has 29"), told);
    }
}
